pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- number literals
-- rests on: values recorded on 0.2.7a6 (what is too small is cut off, what is too large wraps); the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(0x10,16) is(0X1f.8,31.5) is(0b101,5) is(0b1.01,1.25) is(.5,0x0.8) is(0x.8,.5)
is(0.0001,0x0.0006) is(32768,-32768) is(65535,-1) is(-0.0001,-0x0.0006) is(0xffff.ffff,-0x0.0001)
x=1if x==1then x=2end is(x,2)
printh("ok")
