pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- reload(to,from,count,file): memory from another cart's data; its own are as they were
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
reload(0x8000,0,2,"beside/data.p8") is(@0x8000,0x21) is(@0x8001,0x43)
reload(0,0x3000,2,"beside/data.p8") is(@0,10) is(@1,11)
reload() is(@0,0)
poke(0x9000,5) reload(0x9000,0,1,"beside/missing.p8") is(@0x9000,5)
printh("ok")
