-- width and height, not a second corner; then the radius
for r=0,5 do
 rrect(10+r*9,10+r*9,60,60,r*5,8+r)
end
