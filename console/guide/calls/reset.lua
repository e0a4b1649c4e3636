camera(40,40)
pal(14,3)
color(8)
-- all registers from 0x5f00 to 0x5f7f at once; also reseeds rnd
reset()
local x,y=camera()
assert(x==0 and y==0)
assert(color(7)==6)
