-- a full turn is 1, and sin is upside down, as y is on a screen
for x=0,127 do
 pset(x,64+sin(x/128)*40,12)
 pset(x,64+cos(x/128)*40,9)
end
assert(sin(0.25)==-1)
-- the turn that points from here to there, and how far it is
local dx,dy=3,-4
assert(atan2(0,-1)==0.25,"straight up")
assert(sqrt(dx*dx+dy*dy)==5)
