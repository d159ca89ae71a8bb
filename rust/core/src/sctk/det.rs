//! The detection error trade-off (DET) as `sclite -C det` and `sc_stats -g det` draw it (A. Martin et al., The DET curve in
//! assessment of detection task performance, 1997), by normal deviates of algorithm AS 111 (J. D. Beasley and S. G. Springer,
//! 1977).

const BEGIN: &str = "-3.290527 0.000000"; // where the curve begins: 0.05 % and 50 %
const EPSILON: f64 = 2.2204e-16;

/// The points of the curve: the rates of misses and false alarms at each threshold, of scores in order.
///
/// SCTK never takes the first score of either side as a threshold, and writes one point less than there are scores. Where
/// no word is right the miss rate is NaN; where none is wrong the false alarm rate is, and SCTK may crash.
pub fn format_curve(rights: &[f64], wrongs: &[f64]) -> Vec<u8> {
    let mut out = Vec::new();
    let (mut missed, mut passed) = (1, 1);
    let (mut miss, mut alarm) = (format_rate(0, rights.len()), format_rate(wrongs.len(), wrongs.len()));
    for number in 1..rights.len() + wrongs.len() {
        if number == 1 {
            out.extend_from_slice(BEGIN.as_bytes());
        } else {
            let (right, wrong) = (rights.get(missed), wrongs.get(passed));
            if right.is_some_and(|right| wrong.is_none_or(|wrong| right <= wrong)) {
                missed += 1;
                miss = format_rate(missed - 1, rights.len());
            } else {
                passed += 1;
                alarm = format_rate(wrongs.len() + 1 - passed, wrongs.len());
            }
            out.extend_from_slice(miss.as_bytes());
            out.push(b' ');
            out.extend_from_slice(alarm.as_bytes());
        }
        out.push(b'\n');
    }
    out
}

/// The normal deviate of a rate, as C prints it.
fn format_rate(part: usize, total: usize) -> String {
    if total == 0 {
        return "nan".to_owned();
    }
    format!("{:.6}", deviate(part as f64 / total as f64))
}

/// The quantile of the standard normal distribution; 0 and 1 are taken for almost that.
#[expect(clippy::unreadable_literal, reason = "the coefficients as the algorithm is printed")]
fn deviate(probability: f64) -> f64 {
    let probability = match probability {
        high if high >= 1.0 => 1.0 - EPSILON,
        low if low <= 0.0 => EPSILON,
        between => between,
    };
    let offset = probability - 0.5;
    if offset.abs() <= 0.42 {
        let r = offset * offset;
        let numerator = ((-25.4410604963 * r + 41.3911977353) * r - 18.6150006252) * r + 2.5066282388;
        let denominator = (((3.1308290983 * r - 21.0622410182) * r + 23.0833674374) * r - 8.4735109309) * r + 1.0;
        return offset * numerator / denominator;
    }
    let r = (-(if offset > 0.0 { 1.0 - probability } else { probability }).ln()).sqrt();
    let numerator = ((2.3212127685 * r + 4.8501412713) * r - 2.2979647913) * r - 2.7871893113;
    let denominator = (1.6370678189 * r + 3.5438892476) * r + 1.0;
    if offset > 0.0 { numerator / denominator } else { -numerator / denominator }
}
