map()
-- the screen is 128 rows of 64 bytes. copies the upper half to the lower one
memcpy(0x6000+64*64,0x6000,64*64)
-- stores a whole picture at 0x8000, to restore it later
memcpy(0x8000,0x6000,0x2000)
assert(peek(0x8000+64*64)==peek(0x6000))
