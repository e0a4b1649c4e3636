pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- tline: a line of the map's pixels
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
for i=8,15 do sset(i,0,i-7) end mset(0,0,1) tline(0,0,7,0,0,0) for i=0,7 do is(pget(i,0),i+1) end
tline(7,10,0,10,0,0) is(pget(7,10),1) is(pget(0,10),8)
printh("ok")
