//! Moving pictures of a run, read back with each format's own library and compared with the run's frames.

use player::{Film, Media};
use rasher::palette::RGB;
use rasher::{PIXELS, SIDE};
use tests::carts;
use tests::random::RandomPlayer;
use timeline::Run;

fn run(cart: &str, frames: usize) -> Run {
    let cart = carts::find(cart);
    let mut run = Run::start((cart.make)(), cart.boot(2)).expect("it starts");
    let mut player = RandomPlayer::new(2);
    (0..frames).for_each(|_| _ = run.frame(&player.input()).expect("the frame is run"));
    run
}

/// The last seconds of a run.
fn film(run: &Run, seconds: u32, scale: u8, animated: bool, mut keep_on: impl FnMut(u64) -> bool) -> Vec<u8> {
    let film = Film { seconds, since: None, scale, animated };
    let mut filming = film.begin(run.branch().past.clone(), run.now(), run.console().fps());
    // In slices of seven frames, as in a front end without threads.
    loop {
        if let Some(Media::Gif(bytes) | Media::Apng(bytes)) =
            filming.step(7, &mut keep_on).expect("it was run")
        {
            return bytes;
        }
    }
}

/// The pictures of the frames from `from` to the end.
fn pictures(run: &Run, from: u64) -> Vec<Box<[u8; PIXELS]>> {
    let mut pictures = Vec::new();
    run.branch()
        .past
        .scan(from, run.now(), |_, console| {
            let mut picture = Box::new([0; PIXELS]);
            console.machine().picture(&mut picture);
            pictures.push(picture);
            true
        })
        .unwrap();
    pictures
}

/// The picture of a GIF after each of its frames, in colours, and its duration in hundredths of a second.
fn shown(bytes: &[u8], side: usize) -> Vec<(Vec<[u8; 3]>, u16)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(bytes).expect("a GIF");
    assert_eq!((usize::from(decoder.width()), usize::from(decoder.height())), (side, side));
    let table = decoder.global_palette().expect("one table").to_vec();
    let mut canvas = vec![[0; 3]; side * side];
    let mut shown = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a whole GIF") {
        for (i, color) in frame.buffer.iter().enumerate() {
            let (w, x0, y0) = (usize::from(frame.width), usize::from(frame.left), usize::from(frame.top));
            let at = (y0 + i / w) * side + x0 + i % w;
            canvas[at].copy_from_slice(&table[usize::from(*color) * 3..][..3]);
        }
        shown.push((canvas.clone(), frame.delay));
    }
    shown
}

fn colors(picture: &[u8; PIXELS], scale: usize) -> Vec<[u8; 3]> {
    let at = |i: usize| (i / scale / (SIDE * scale) * SIDE) + i % (SIDE * scale) / scale;
    (0..PIXELS * scale * scale).map(|i| RGB[usize::from(picture[at(i)])]).collect()
}

#[test]
fn a_gif_shows_the_frames_of_a_run_at_their_speed() {
    for (cart, scale, seconds) in [("ball", 1, 2), ("ball60", 2, 1), ("painter", 3, 1)] {
        let run = run(cart, 200);
        let fps = u64::from(run.console().fps());
        let bytes = film(&run, seconds, scale, false, |_| true);
        let shown = shown(&bytes, SIDE * usize::from(scale));
        let played = pictures(&run, 200 - u64::from(seconds) * fps);
        let every = if fps == 60 { 2 } else { 1 };
        assert_eq!(shown.len(), played.len().div_ceil(every), "{cart}");
        for (n, (now, _)) in shown.iter().enumerate() {
            assert!(*now == colors(&played[n * every], usize::from(scale)), "{cart}: picture {n}");
        }
        // Three pictures are a tenth of a second.
        let hundredths: u32 = shown[..30].iter().map(|(_, delay)| u32::from(*delay)).sum();
        assert_eq!(hundredths, 100, "{cart}: 30 pictures");
    }
}

#[test]
fn an_animated_png_has_every_frame() {
    for (cart, scale) in [("ball60", 1), ("painter", 2)] {
        let run = run(cart, 100);
        let fps = u16::from(run.console().fps());
        let bytes = film(&run, 1, scale, true, |_| true);
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().expect("a PNG");
        let played = pictures(&run, 100 - u64::from(fps));
        let animation = *reader.info().animation_control().expect("it is animated");
        assert_eq!((animation.num_frames as usize, animation.num_plays), (played.len(), 0), "{cart}");
        let side = SIDE * usize::from(scale);
        let mut buffer = vec![0; side * side];
        for (n, picture) in played.iter().enumerate() {
            reader.next_frame(&mut buffer).expect("every frame is there");
            let delay = reader.info().frame_control().expect("a frame of the animation");
            assert_eq!((delay.delay_num, delay.delay_den), (1, fps), "{cart}");
            let seen: Vec<[u8; 3]> = buffer.iter().map(|c| RGB[usize::from(*c)]).collect();
            assert!(seen == colors(picture, usize::from(scale)), "{cart}: picture {n}");
        }
    }
}

/// The number of pictures that an animated PNG declares; it is read to its end.
fn announced(bytes: &[u8]) -> usize {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
    let all = reader.info().animation_control().map_or(0, |a| a.num_frames);
    let mut buffer = vec![0; reader.output_buffer_size().expect("it has a size")];
    (0..all).for_each(|n| _ = reader.next_frame(&mut buffer).unwrap_or_else(|e| panic!("picture {n}: {e}")));
    all as usize
}

#[test]
fn a_movie_can_be_stopped_and_may_be_longer_than_the_run() {
    let run = run("ball", 20);
    for (animated, made) in [(false, 8), (true, 21)] {
        let mut done = Vec::new();
        let bytes = film(&run, 60, 1, animated, |n| {
            done.push(n);
            n < 8
        });
        assert_eq!(done, [1, 2, 3, 4, 5, 6, 7, 8], "each picture is told once");
        // An animated PNG begins with its number of pictures: the last one stays.
        let pictures = if animated { announced(&bytes) } else { shown(&bytes, SIDE).len() };
        assert_eq!(pictures, made, "animated: {animated}");
    }
    let all = film(&run, 60, 1, false, |_| true);
    assert_eq!(shown(&all, SIDE).len(), 21);
    assert_eq!(Film { seconds: 60, since: None, scale: 1, animated: true }.frames(20, 30), 21);
    let nothing = format::Movie::apng(1, 30, 0).finish();
    assert!(
        png::Decoder::new(std::io::Cursor::new(nothing)).read_info().is_ok(),
        "a movie of nothing is black"
    );
}

/// Our own bounds, from the head of the module: a minute at 60 a second, and eight times the screen.
#[test]
fn a_movie_has_at_most_3600_pictures_and_is_enlarged_eight_times_at_most() {
    let mut long = format::Movie::apng(1, 60, 5000);
    (0..3700).for_each(|n| long.frame(&[(n % 16) as u8; PIXELS]));
    let long = long.finish();
    assert_eq!(announced(&long), 3600);
    for make in [format::Movie::gif, |scale, fps| format::Movie::apng(scale, fps, 1)] {
        for (scale, side) in [(0, 128), (8, 1024), (9, 1024), (usize::MAX, 1024)] {
            let mut movie = make(scale, 30);
            movie.frame(&[3; PIXELS]);
            let file = movie.finish();
            // Width and height are in the first bytes: at 6 in a GIF, at 16 in a PNG.
            let wide = match file[0] {
                b'G' => u32::from(u16::from_le_bytes([file[6], file[7]])),
                _ => u32::from_be_bytes([file[16], file[17], file[18], file[19]]),
            };
            assert_eq!(wide, side, "scale {scale}");
        }
    }
}
