pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- a op= b
-- rests on: the manual; local a+=1 by zepto8's t/syntax
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
x=5 x+=1 is(x,6) x-=2 is(x,4) x*=3 is(x,12) x/=4 is(x,3) x^=2 is(x,9) s="a" s..="b" is(s,"ab")
t={a={1}} t.a[1]+=5 is(t.a[1],6) x=2 x+=1x+=1 is(x,4) x*=1+1 is(x,8)
do local x+=1 is(x,9) end is(x,8)
printh("ok")
