pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- pal: texts that look like numbers are numbers, in a table too; what does not is left out
-- rests on: zepto8
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
pal("1","2") is(peek(0x5f01),2) pal() pal(split("3,4",",",false)) is(peek(0x5f01),3) is(peek(0x5f02),4)
pal() pal({["2"]="0x0f"}) is(peek(0x5f02),15) pal() pal({x=3,[1]={},[2]="y",[3]=4}) is(peek(0x5f01),1) is(peek(0x5f02),2) is(peek(0x5f03),4)
pal({"7"},"1") is(peek(0x5f11),7)
printh("ok")
