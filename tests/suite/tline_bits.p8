pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- tline(bits) sets the fractional bits of map coordinates, beyond 16 too
-- rests on: femto8's tests/test_tline.p8 (precision_17), which a published cart needs
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
for i=0,63 do sset(8+i%8,i\8,i%8) end
palt(0,false) mset(0,0,1) cls(15)
for bits=13,18 do
 tline(bits) tline(0,bits,7,bits,0,0,1<<bits-16,0)
 local s="" for x=0,7 do s..=pget(x,bits) end is(s,"01234567")
end
printh("ok")
