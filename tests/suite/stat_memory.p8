pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- stat(0) collects garbage and gives the memory of this moment, stat(99) that with garbage
-- rests on: PICO-8's history, 0.2.2; 72 bytes for an empty table in a list: a report about PICO-8 for 64 bits
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
local a=stat(0) t={} for i=1,5000 do t[i]={} end
local b=stat(0) is(b>a,true) is((b-a)/5000*1024>=72,true) is((b-a)/5000*1024<90,true)
t=nil is(stat(99)>=b,true) is(stat(0)<a+1,true) is(stat(99)-stat(0)<1,true)
printh("ok")
