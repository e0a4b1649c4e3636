pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- nil is no key; reading it is nil; numbers as keys by their value
-- rests on: Lua 5.2's manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
t={} is(t[nil],nil) is(coresume(cocreate(function() t[nil]=1 end)),false) t[1]=2 is(t[1.0],2) t[.5]=3 is(t[1/2],3) t["1"]=4 is(t[1],2)
printh("ok")
