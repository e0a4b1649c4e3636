pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- while (c) x, to the end of the line
-- rests on: the manual; an empty body by changelog 0.2.3
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
x=0
while (x<5) x+=1
is(x,5)
while (x<8) x+=1 x+=1
is(x,9)
while(x<0);
is(x,9)
printh("ok")
