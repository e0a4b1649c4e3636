pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- repeat .. until sees the block's locals; break leaves the innermost loop
-- rests on: Lua 5.2's manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
n=0 repeat local done=n>=3 n+=1 until done is(n,4)
for i=1,9 do while true do break end if (i==5) break
n=i end is(n,4) repeat break until false
printh("ok")
