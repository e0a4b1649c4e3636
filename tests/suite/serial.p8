pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- serial(channel, address, length), stat(108), stat(109), stat(120), stat(121)
-- rests on: the manual's channels; with nothing dropped there is nothing to read
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(stat(120),false) is(stat(121),false)
is(serial(0x800,0x8000,16),0) is(serial(0x802,0x8000,16),0)
is(serial(0x804,0x8000,16),0) is(serial(0x806,0x8000,16),0)
is(serial(0x808,0x8000,16),16) is(stat(108),16)
poke(0x8000,255) serial(3,0x8000,1) is(peek(0x5f83),255)
printh("ok")
