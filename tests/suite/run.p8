pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- run(parameter): the cart begins anew, its globals gone, its data as in the cart; stat(6) is the parameter
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
if stat(6)=="" then
 seen=1 poke(0,9) pal(1,2)
 run("again")
 assert(false,"run comes back")
end
is(stat(6),"again") is(seen,nil) is(@0,0) is(@0x5f01,1)
printh("ok")
