-- the pen is the colour of calls without one
color(11)
print("green")
circ(64,64,20)
local before=color(8)
print("red")
assert(before==11)
