pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- numbers as text: four decimals, rounded once there are any
-- rests on: values recorded on 0.2.7a6
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
is(""..0x0.97e2,"0.5933") is(""..0x0.0006,"0") is(""..0x0.0007,"0.0001") is(""..0x0.0800,"0.0313") is(""..0x0.1800,"0.0938")
is(""..0x0.ffff,"1") is(""..0x5.ffff,"6") is(""..0x7fff.ffff,"32768") is("z"..-0x0.0006,"z-0") is(""..-32768,"-32768")
is(""..1/3,"0.3333") is(""..2.5,"2.5") is(""..-1.25,"-1.25")
printh("ok")
