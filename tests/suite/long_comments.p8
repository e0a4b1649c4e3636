pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- comments: -- // --[[ ]]
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
x=1 -- x=2
x+=1 // x=9
--[[ x=9
x=9 ]] x+=1
is(x,3)
--[==[ ]] x=9 ]==]
is(x,3)
printh("ok")
