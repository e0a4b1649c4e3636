pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- add(t,v,[i]): appends or inserts, gives v
-- rests on: the manual; an index is floored and kept in 1 to #t+1, a missing value does nothing (zepto8, FAKE-08)
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
t={1,2}
is(add(t,3),3) is(#t,3)
is(add(t,"x",1),"x") is(t[1],"x") is(t[4],3)
add(t,"y",2.9) is(t[2],"y")
add(t,"end",99) is(t[#t],"end")
add(t,"first",-5) is(t[1],"first")
is(add(nil,1),nil)
n=#t add(t) is(#t,n)
printh("ok")
