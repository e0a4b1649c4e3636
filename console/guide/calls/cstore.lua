-- a level editor in a cart: plants a flower and saves it, for this run and in
-- the cart's files
mset(3,3,10)
cstore(0x2000,0x2000,0x1000)
mset(3,3,0)
reload()
assert(mget(3,3)==10)
-- everything, 0x0000 to 0x42ff
cstore()
