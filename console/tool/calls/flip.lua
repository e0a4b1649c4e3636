-- a main loop of one's own: each flip ends a picture
for x=4,124,4 do
 cls(1)
 circfill(x,64,4,10)
 flip()
end
