pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- chr(...): a character for each number, of its low byte
-- rests on: the manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(chr(),"") is(chr(65),"A") is(chr(104,105),"hi") is(#chr(0),1) is(chr(256+65),"A") is(chr(65.9),"A") is(chr"66","B")
printh("ok")
