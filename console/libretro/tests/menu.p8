pico-8 cartridge // http://www.pico-8.com
version 42
__lua__
-- items of the pause menu: one counts and keeps the menu open, one closes it, one loads another cart
n=0
function count(b)
 n+=b
 poke(0x4300,n)
 menuitem(1,"count "..n,count)
 return true
end
menuitem(1,"count",count)
menuitem(2,"once",function(b) poke(0x4301,b) end)
menuitem(3,"other cart",function() load("counts.p8","back to menu") end)
function _update60()
 poke(0x4302,@0x4302+1)
 poke(0x4303,btn())
 if (@0x4304>0) poke(0x4304,0) extcmd("pause")
end
function _draw()
 cls(3)
 print("playing",2,2,7)
end
