//! The spread of frame times: mean, extremes and the 1 % at either end.

use std::fmt;
use std::time::Duration;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    times: Vec<Duration>,
}

impl Spread {
    pub fn add(&mut self, times: impl IntoIterator<Item = Duration>) {
        self.times.extend(times);
    }

    fn quantile(sorted: &[Duration], share: f64) -> Duration {
        let last = sorted.len().saturating_sub(1);
        sorted.get((share * last as f64).round() as usize).copied().unwrap_or_default()
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sorted = self.times.clone();
        sorted.sort_unstable();
        let ms = |d: Duration| d.as_secs_f64() * 1000.0;
        let mean = ms(sorted.iter().sum()) / sorted.len().max(1) as f64;
        let [low, median, high, longest] =
            [0.01, 0.5, 0.99, 1.0].map(|share| ms(Self::quantile(&sorted, share)));
        write!(f, "{} intervals, mean {mean:.3} ms, 1 % {low:.3}, median {median:.3}, ", sorted.len())?;
        write!(f, "99 % {high:.3}, longest {longest:.3}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_counted_from_both_ends() {
        let mut spread = Spread::default();
        spread.add((0..=100).rev().map(Duration::from_millis));
        let want = "101 intervals, mean 50.000 ms, 1 % 1.000, median 50.000, 99 % 99.000, longest 100.000";
        assert_eq!(spread.to_string(), want);
        assert!(Spread::default().to_string().starts_with("0 intervals, mean 0.000 ms, 1 % 0.000, "));
    }
}
