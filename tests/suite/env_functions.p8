pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- a new cart's globals are functions and numbers only; resume is among them
-- rests on: akd-io/pico8 demos/builtins.p8, a list of PICO-8's globals
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
for k,v in pairs(_ENV) do assert(type(v)!="table" or k=="_ENV",k) end
is(type(resume),"function") is(_ENV["\0menu"],nil)
menuitem(1,"a",function() end)
for k,v in pairs(_ENV) do assert(type(v)!="table" or k=="_ENV",k) end
-- the names that a public cart listed on 0.2.6
for name in all(split"backup,bbsreq,exit,help,install_demos,install_games,keyconfig,login,logout,radio,scoresub,shutdown,splore,resume,mapdraw,holdframe,tostring,trace,_set_fps,_map_display") do assert(type(_ENV[name])=="function",name) end
help() splore()
printh("ok")
