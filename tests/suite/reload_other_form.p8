pico-8 cartridge // http://www.pico-8.com
version 43
__lua__
-- a cart named bank2.p8 may be there as bank2.p8.png, and the other way; #id is the newest revision
-- rests on: zepto8 9117db2 and fake-08 of 2026-01-13 for .p8.png; the names of published carts for #id
reload(0,0,1,"beside/bank2.p8") assert(@0==67,@0)
poke(0,0) reload(0,0,1,"beside/bank2.p8.rom") assert(@0==67,@0)
printh("ok")
