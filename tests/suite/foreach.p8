pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- foreach(t,f): calls f for each element, which it may delete
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
s="" foreach({"a","b"},function(v) s..=v end) is(s,"ab")
t={1,2,3} foreach(t,function(v) del(t,v) end) is(#t,0)
foreach(nil,function() s="no" end) is(s,"ab")
printh("ok")
