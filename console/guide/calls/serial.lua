-- the cart's own samples, 5,512.5 a second: 440 hz, fading out
for i=0,2047 do
 local wave=flr(sin(i*0.0798)*(100-i/20.48))
 poke(0x8000+i,wave+128)
 pset(i/16,64+sgn(wave)*(abs(wave)\2),12)
end
assert(serial(0x808,0x8000,2048)==2048,"there was room for all")
