-- a custom main loop: each flip ends a picture
for x=4,124,4 do
 cls(1)
 circfill(x,64,4,10)
 flip()
end
