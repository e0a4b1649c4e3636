-- "right" was pressed in this frame. while it is held it is told again after
-- half a second, and then every 4 frames
map()
local x=5
if btnp(➡️) then
 x+=1
end
spr(1,x*8,64)
assert(x==6)
assert(not btnp(➡️,1),"the second player pressed nothing")
assert(btnp()==0b010010)
