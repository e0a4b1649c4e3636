-- the map is changed while one plays ...
memset(0x2000,2,0x300)
assert(mget(1,1)==2)
-- ... and a new game begins with the cart's: 0x1000 bytes from 0x2000 on
reload(0x2000,0x2000,0x1000)
map()
assert(mget(1,1)==3)
-- or all of it: sheet, map, flags, music and sfx
reload()
