pico-8 cartridge // http://www.pico-8.com
version 41
__lua__
-- globals that are set anew are called anew: _update may change itself
-- rests on: the manual; published carts switch their states so
function _init() _update=first end
function first() _update=second end
function second() printh("ok") end
