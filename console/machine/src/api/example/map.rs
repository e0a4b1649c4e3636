fn map(p8: &mut Machine) {
    // The whole map. Then, from cell (4, 2) on, 4 x 4 cells at (90, 4): the hut.
    p8.map();
    p8.map_ext(4, 2, 90, 4, 4, 4, 0);
    p8.rect(89, 3, 122, 36, 7);
    // Only tiles with flag 1: the pond. None for w and h: the whole map.
    p8.map_ext(9, 4, 88, 96, None, None, 0b10);
}
