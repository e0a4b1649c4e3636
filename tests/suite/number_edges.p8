pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- tonum and tostr around 0x8000, 0 and 0x7fff
-- rests on: a public cart's output on 0.2.6: akd-io/pico8 demos/number-edge-cases.p8
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
for row in all(split("7ffffff9,32767.9999,0x7fff.fff9 7ffffffa,32768,0x7fff.fffa 7ffffffb,32768,0x7fff.fffb 7ffffffc,32768,0x7fff.fffc 7ffffffd,32768,0x7fff.fffd 7ffffffe,32768,0x7fff.fffe 7fffffff,32768,0x7fff.ffff 80000000,-32768,0x8000.0000 80000001,-32768,0x8000.0001 80000002,-32768,0x8000.0002 80000003,-32768,0x8000.0003 80000004,-32768,0x8000.0004 80000005,-32768,0x8000.0005 80000006,-32768,0x8000.0006 80000007,-32767.9999,0x8000.0007 fffffff9,-0.0001,0xffff.fff9 fffffffa,-0,0xffff.fffa fffffffb,-0,0xffff.fffb fffffffc,-0,0xffff.fffc fffffffd,-0,0xffff.fffd fffffffe,-0,0xffff.fffe ffffffff,-0,0xffff.ffff 00000000,0,0x0000.0000 00000001,0,0x0000.0001 00000002,0,0x0000.0002 00000003,0,0x0000.0003 00000004,0,0x0000.0004 00000005,0,0x0000.0005 00000006,0,0x0000.0006 00000007,0.0001,0x0000.0007"," ",false)) do local text,decimal,hex=unpack(split(row,",",false)) local n=tonum(text,3) is(tostr(n),decimal) is(tostr(n,1),hex) end
for row in all(split("-1,-1,0xffff.0000 -0.1,-0.1,0xffff.e667 -0.01,-0.01,0xffff.fd71 -0.001,-0.001,0xffff.ffbf -0.0001,-0,0xffff.fffa -0.00004,-0,0xffff.fffe -0.00003,-0,0xffff.ffff -0.00002,-0,0xffff.ffff -0.00001,0,0x0000.0000 -0,0,0x0000.0000 0,0,0x0000.0000 0.00001,0,0x0000.0000 0.00002,0,0x0000.0001 0.00003,0,0x0000.0001 0.00004,0,0x0000.0002 0.0001,0,0x0000.0006 0.001,0.001,0x0000.0041 0.01,0.01,0x0000.028f 0.1,0.1,0x0000.1999 1,1,0x0001.0000"," ",false)) do local text,decimal,hex=unpack(split(row,",",false)) local n=tonum(text) is(tostr(n),decimal) is(tostr(n,1),hex) end
printh("ok")
