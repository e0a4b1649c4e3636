-- "right" was pressed in this frame. while held, it repeats after half a
-- second, then every 4 frames
map()
local x=5
if btnp(➡️) then
 x+=1
end
spr(1,x*8,64)
assert(x==6)
assert(not btnp(➡️,1),"the second player pressed nothing")
assert(btnp()==0b010010)
