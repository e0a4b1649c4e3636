map()
-- the screen is 128 rows of 64 bytes. the upper half comes again below
memcpy(0x6000+64*64,0x6000,64*64)
-- a whole picture is kept at 0x8000, to be brought back later
memcpy(0x8000,0x6000,0x2000)
assert(peek(0x8000+64*64)==peek(0x6000))
