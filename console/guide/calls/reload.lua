-- the map changes during a game ...
memset(0x2000,2,0x300)
assert(mget(1,1)==2)
-- ... and a new game restores the cart's: 0x1000 bytes at 0x2000
reload(0x2000,0x2000,0x1000)
map()
assert(mget(1,1)==3)
-- or everything: sheet, map, flags, music and sfx
reload()
