pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- goto and labels
-- rests on: Lua 5.2's manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
x=0 ::again:: x+=1 if (x<5) goto again
is(x,5)
for i=1,3 do for j=1,3 do if (j==2) goto continue
x+=1 ::continue:: end end is(x,11)
do goto out x=0 ::out:: end is(x,11)
printh("ok")
