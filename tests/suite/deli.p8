pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- deli(t,[i]): takes out by index, the last one without i
-- rests on: the manual; changelog 0.2.2: deli(t,nil) does nothing
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
t={1,2,3,4}
is(deli(t),4) is(deli(t,1),1) is(#t,2) is(t[1],2)
is(deli(t,nil),nil) is(#t,2)
is(deli(t,7),nil) is(deli(t,0),nil) is(#t,2)
is(deli({}),nil)
printh("ok")
