pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- or and comparisons | ^^ & shifts .. +- */ unary ^
-- rests on: shrinko8 and zepto8, which agree
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(1|2^^3&4,1|(2^^(3&4))) is(1<<2+1,8) is(2+3*4,14) is(not 1==2,false) is(1 ..2+3,"15") is(-3\2,-2) is(1 or 2 and 3,1)
is(1<2==true,true) is(#"abc"+1,4) is(~1&3,~1&3) is(6&3<<1,6)
printh("ok")
