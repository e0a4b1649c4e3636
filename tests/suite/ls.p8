pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- ls(): a table of the files in the folder, of which a cart sees those that are carts
-- rests on: zepto8's reading; that other files are not there is a decision of this console
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
local own
for name in all(ls()) do if (name=="ls.p8") own=true end
is(own,true)
printh("ok")
