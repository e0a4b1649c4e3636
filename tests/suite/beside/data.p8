pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- data for reload_file.p8 and cstore_file.p8
__gfx__
1234
__gff__
0a0b
