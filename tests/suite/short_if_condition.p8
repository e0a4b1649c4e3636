pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- the condition of a short if or while may begin with a bracket and continue
-- rests on: shrinko8 issue 37 and the thread about it on lexaloffle.com
function is(found,wanted)
 assert(found==wanted,"found "..tostr(found)..", wanted "..tostr(wanted))
end
n=0
if (1)<2 n+=1
if (1)>2 n+=10 else n+=2
if (n)+1<2 and true n+=100
while (n)<5 n+=1
if (n==5) n+=1
if (n)==6 then n+=1 end
is(n,7)
printh("ok")
