-- 16 bits are 4 x 4 pixels. clear bits take the first colour, set bits the
-- second: 0x1c is 12 and 1
fillp(0b0011001111001100)
rectfill(8,8,60,60,0x1c)
fillp(0b0101101001011010)
circfill(92,34,26,0x98)
-- with the bit after the point, set bits are transparent: a veil
fillp(0x5a5a.8)
map(1,4,8,72,14,6)
rectfill(8,72,119,119,0)
fillp()
