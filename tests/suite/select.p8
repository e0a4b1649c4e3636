pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- select(n,...) and select("#",...)
-- rests on: Lua 5.2's manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(select("#"),0) is(select("#",nil,nil),2)
is(select(2,"a","b","c"),"b") is(select("#",select(2,"a","b","c")),2)
is(select(-1,"a","b"),"b") is(select("#",select(5,1)),0)
printh("ok")
