-- the pen is for calls that are given no colour
color(11)
print("green")
circ(64,64,20)
local before=color(8)
print("red")
assert(before==11)
