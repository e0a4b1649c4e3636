-- the pond freezes: water is no longer solid, nor wet
fset(5,0,false)
assert(fget(5)==0b10)
fset(5,0)
assert(not fget(5,1))
pal(12,7)
map()
spr(1,84,44)
