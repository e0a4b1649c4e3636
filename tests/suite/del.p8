pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- del(t,v): takes the first equal element out and gives it; nothing if there is none
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
t={1,2,3,2}
is(del(t,2),2) is(#t,3) is(t[2],3) is(t[3],2)
is(del(t,9),nil) is(#t,3)
is(select("#",del(t,9)),0)
is(del(nil,1),nil)
printh("ok")
