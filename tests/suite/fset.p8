pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- fset and fget: by byte and by bit
-- rests on: the manual; changelog 0.2.3: fget outside is 0
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
fset(2,5) is(fget(2),5) is(fget(2,0),true) is(fget(2,1),false) fset(2,1,true) is(fget(2),7) fset(2,0,false) is(fget(2),6) is(@0x3002,6)
is(fget(256),0) is(fget(-1),0)
printh("ok")
