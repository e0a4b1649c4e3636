-- a full turn is 1. sin is inverted, as y points down
for x=0,127 do
 pset(x,64+sin(x/128)*40,12)
 pset(x,64+cos(x/128)*40,9)
end
assert(sin(0.25)==-1)
-- the direction from here to there, and the distance
local dx,dy=3,-4
assert(atan2(0,-1)==0.25,"straight up")
assert(sqrt(dx*dx+dy*dy)==5)
