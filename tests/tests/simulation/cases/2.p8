pico-8 cartridge // http://www.pico-8.com
version 42
__lua__
-- registers of a caller above those of its callee, where a frame ends in the callee
function leaf() flip() end
function wide() local a,b,c,d,e,f,g,h=1,2,3,4,5,6,7,8 leaf() flip() return a+(b*(c+(d*(e+f)))) end
function _update60() x=wide() end
