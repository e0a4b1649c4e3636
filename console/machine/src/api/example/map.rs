fn map(p8: &mut Machine) {
    // The whole map, then from cell (4, 2) on 4 x 4 cells at (90, 4): the hut. None for w or h is all there is.
    p8.map();
    p8.map_ext(4, 2, 90, 4, 4, 4, 0);
    p8.rect(89, 3, 122, 36, 7);
    // Only tiles that have flag 1: the water, over what was drawn before.
    p8.map_ext(9, 4, 88, 96, None, None, 0b10);
}
