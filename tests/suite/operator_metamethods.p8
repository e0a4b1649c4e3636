pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- the operators that PICO-8 added have metamethods, too
-- rests on: z8lua's table of events
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
m={} for o in all(split"add,sub,mul,div,idiv,mod,pow,and,or,xor,shl,shr,lshr,rotl,rotr,not,peek,peek2,peek4") do
 m["__"..o]=function() return o end
end
t=setmetatable({},m)
is(t+1,"add") is(1-t,"sub") is(t*t,"mul") is(t/1,"div") is(t\1,"idiv") is(t%1,"mod") is(t^1,"pow") is(t&1,"and") is(t|1,"or")
is(t^^1,"xor") is(t~1,"xor") is(t<<1,"shl") is(t>>1,"shr") is(t>>>1,"lshr") is(t<<>1,"rotl") is(t>><1,"rotr")
is(~t,"not") is(@t,"peek") is(%t,"peek2") is($t,"peek4")
printh("ok")
