pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- sub(s,a,[b]): from a to b, negative from the end; b that is no number: one character
-- rests on: the manual; FAKE-08's cart subtest
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(sub("hello",2,3),"el") is(sub("hello",-3),"llo") is(sub("hello",2),"ello")
is(sub("hello",3,2),"") is(sub("hello",2,nil),"ello") is(sub("hello",2,_),"ello")
is(sub("hello",2,true),"e") is(sub("hello",-3,-2),"ll") is(sub("hello",0),"hello") is(sub("hello",9),"")
is(sub(12345,2,3),"23")
printh("ok")
