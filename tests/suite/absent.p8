pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- what PICO-8 took out of Lua
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
for n in all(split"string,table,math,io,os,debug,require,dofile,loadstring,collectgarbage,tonumber,_G,pcall,error") do is(_ENV[n],nil) end
printh("ok")
