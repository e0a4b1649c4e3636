pico-8 cartridge // http://www.pico-8.com
version 42
__lua__
-- a list that a coroutine waits for when its frame ends, behind a stale top
function count(...) n=select('#',...) return ... end
c=cocreate(function() while true do count(yield()) flip() end end)
function _update60() coresume(c,1,n) end
