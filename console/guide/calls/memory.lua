-- a register is a byte shared by calls, peek and poke. 0x5f25 is the pen
color(12)
assert(peek(0x5f25)==12)
poke(0x5f25,9)
circfill(64,64,30)
assert(pget(64,64)==9)
