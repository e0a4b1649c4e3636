pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- f"text", f{table}, and calls of calls
-- rests on: Lua 5.2's manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
function f(x) return function(y) return (type(x)=="table" and x[1] or x)..(y or "") end end
is(f"a""b","ab") is(f{1}"b","1b") is(f[[x]](),"x")
printh("ok")
