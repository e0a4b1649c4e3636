pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- s[i]: a character; nil outside
-- rests on: FAKE-08's cart str_index_sub_test; outside, where FAKE-08 has "", MiSTer's port
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
s="hello" is(s[1],"h") is(s[5],"o") is(s[6],nil) is(s[0],nil) is(s[-1],"o") is(("abc")[2],"b")
printh("ok")
