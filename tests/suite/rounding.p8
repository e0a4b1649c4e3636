pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- flr, ceil, abs, sgn, and \1
-- rests on: values recorded on 0.2.7a6
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(flr(2.7),2) is(flr(-.1),-1) is(flr(0x7fff.ffff),0x7fff) is(ceil(2.1),3) is(ceil(-2.3),-2) is(ceil(0x7fff.ffff),-32768) is(abs(-5),5) is(abs(0x8000),0x7fff.ffff)
is(sgn(0),1) is(sgn(-.1),-1) is(sgn(),1) is(flr(),0) is(abs(),0) is(flr"3.5",3)
printh("ok")
