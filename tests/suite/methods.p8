pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- t:f() and functions with self
-- rests on: Lua 5.2's manual
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
t={n=1} function t:inc(by) self.n+=by return self end is(t:inc(2).n,3) is(t:inc(1):inc(1).n,5) t.sub={} function t.sub.f(x) return x end is(t.sub.f(4),4)
is(t.inc(t,1).n,6)
printh("ok")
