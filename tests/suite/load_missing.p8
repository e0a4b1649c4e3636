pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- load of a file that is not there comes back
-- rests on: zepto8's reading
load("beside/missing.p8")
printh("ok")
