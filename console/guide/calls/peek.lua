rectfill(0,0,127,9,12)
pset(1,0,8)
-- a byte of the screen is two pixels, the left one in its lower half
assert(peek(0x6000)==0x8c)
assert(peek2(0x6000)==0xcc8c)
assert(peek4(0x6000)==0xcccc.cc8c)
-- the same as operators: @ % $
assert(@0x6000==0x8c and %0x6000==0xcc8c)
-- the first 32 bytes of the sprite sheet, in hex
for i,byte in ipairs({peek(0x0000,32)}) do
 print(sub(tostr(byte,true),5,6),16+(i-1)%8*12,40+(i-1)\8*10,6)
end
