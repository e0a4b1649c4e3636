pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- << >> >>> <<> >><
-- rests on: values recorded on 0.2.7a6
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(1<<4,16) is(1<<32,0) is(0x0.0001<<31,0x8000) is(0x8000>>4,0xf800) is(0x8000>>>4,0x0800) is(1>>>32,0) is(-1>>31,-0x0.0001)
is(0x1234.5678<<>8,0x3456.7812) is(0x1234.5678>><8,0x7812.3456)
is(shl(1,15),0x8000) is(shr(-8,1),-4) is(lshr(0x8000,4),0x800) is(rotl(0x1234.5678,8),0x3456.7812) is(rotr(0x1234.5678,8),0x7812.3456)
x=1 x<<=3 is(x,8) x>>=1 is(x,4) x>>>=1 is(x,2) x<<>=1 is(x,4) x>><=1 is(x,2)
printh("ok")
