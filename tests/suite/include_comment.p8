pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- a line in a long comment or text is no #include
-- rests on: shrinko8's test input.p8, whose output was compared with PICO-8
--[[ switched off:
#include old_enemies.lua
]]
s=[[
#include nothing
]]
t=[==[
]] "
#include this
]==] u="[[" v='\'[[' -- [[ and "
#include beside/included.lua
--[=[
#include that ]]
]=]
assert(#s==17 and #t==19,#s.." "..#t)
assert(included==7)
printh("ok")
