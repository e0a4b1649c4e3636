map()
-- the screen can be read back: the colour in this circle
local under=pget(76,44)
circ(76,44,6,7)
print("colour "..under,78,96,7)
assert(under==12,"water")
assert(pget(-1,44)==0,"0 outside of the screen")
