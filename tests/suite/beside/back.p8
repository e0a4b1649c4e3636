pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- the second cart of go_back.p8
function _update()
 poke(0x4300,1)
 extcmd("go_back")
end
