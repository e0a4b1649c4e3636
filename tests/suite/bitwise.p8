pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- & | ^^ ~ on all 32 bits
-- rests on: the manual; a ~ b by FAKE-08's cart tilde_bxor_test
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(0b1100&0b1010,0b1000) is(0b1100|0b1010,0b1110) is(0b1100^^0b1010,0b0110) is(0b1100~0b1010,0b0110) is(~0,-0x0.0001)
is(0xff.ff&0x0f.f0,0xf.f) is(band(7,5),5) is(bor(1,4),5) is(bxor(7,5),2) is(bnot(0),-0x0.0001)
is(band(nil,1),0) is(bor(nil,1),1)
x=12 x&=10 is(x,8) x|=1 is(x,9) x^^=8 is(x,1)
printh("ok")
