-- 0x5f2c is the screen's mode: 5 mirrors the left half to the right
map()
poke(0x5f2c,5)
-- eight pixels of the screen at once, and four of another row
poke4(0x6000,0x7777.7777)
poke2(0x6040,0x7777)
poke(0x6080,0x77,0x77)
assert(pget(3,2)==7)
