for i=1,300 do
 -- 0 to 63: sums of two are mostly near the middle
 pset(rnd(64)+rnd(64),rnd(64)+rnd(64),rnd({8,9,10}))
end
local die=flr(rnd(6))+1
assert(die>=1 and die<=6)
