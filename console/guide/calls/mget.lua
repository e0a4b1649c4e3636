map()
local x,y=10,5
local tile=mget(x,y)
rect(x*8,y*8,x*8+7,y*8+7,7)
print("tile "..tile,80,96,7)
assert(tile==5,"water")
assert(mget(-1,0)==0,"nothing beyond the edge")
