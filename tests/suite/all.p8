pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- all(t): in order, nils skipped, elements may be deleted on the way
-- rests on: the manual; what follows a deletion is zepto8's reading
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function seq(t,f) local s="" for v in all(t) do s..=v if (f) f(v) end return s end
is(seq{1,2,3},"123")
t={1,2,3,4} is(seq(t,function(v) del(t,v) end),"1234") is(#t,0)
t={1,2,3,4} is(seq(t,function(v) if (v%2==0) del(t,v) end),"1234") is(#t,2)
is(seq{1,nil,3},"13")
is(seq(nil),"")
t={1} is(seq(t,function(v) if (v<3) add(t,v+1) end),"123")
printh("ok")
