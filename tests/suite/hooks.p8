pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- the code, then _init, then _update and _draw by turns
-- rests on: the manual
s="c"
function _init() s..="i" end
function _update() s..="u" end
function _draw() s..="d"
 if #s>=6 then assert(s=="ciudud",s) printh("ok") end
end
