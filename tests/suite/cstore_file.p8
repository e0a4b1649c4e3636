pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- cstore(to,from,count,file): memory to another cart's data, from where reload gets it
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
poke(0x8000,42) cstore(1,0x8000,1,"beside/data.p8") reload(0x9000,0,2,"beside/data.p8") is(@0x9000,0x21) is(@0x9001,42)
reload() is(@1,0)
cstore(0,0x8000,1,"beside/new.p8") reload(0x9000,0,2,"beside/new.p8") is(@0x9000,42) is(@0x9001,0)
printh("ok")
