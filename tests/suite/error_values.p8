pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- errors are texts with a line, or what assert was given
-- rests on: Lua 5.2's manual; PICO-8 has no error() or pcall of Lua's; coresume catches
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
ok,m=coresume(cocreate(function() local x x() end)) is(ok,false) is(sub(m,-1)~="",true)
printh("ok")
