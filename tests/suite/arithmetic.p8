pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- + - * / and unary minus
-- rests on: values recorded on 0.2.7a6
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(32767+1,-32768) is(-32768-1,32767) is(1000*1000,0x4240) is(0x0.0001*0.5,0) is(-(-32768),-32768)
is(100/3,0x0021.5555) is(-100/3,0xffde.aaab) is(1/0,0x7fff.ffff) is(-1/0,0x8000.0001) is(0/0,0x7fff.ffff)
is("10"+5,15) is("0x10"*2,32)
printh("ok")
