//! Costs, tie orders and names, as users write them.

use mondegreen_core::cost::Cost;
use mondegreen_core::policy::{Costs, Policy, Step, Ties};
use mondegreen_core::text::Unit;

use super::input::Input;

pub fn policy(data: &[u8]) {
    let mut input = Input(data);
    numbers([input.float(), input.float(), input.float()]);
    let text = String::from_utf8_lossy(input.0);
    order(&text);
    assert_eq!(Policy::named(&text).is_ok(), ["kaldi", "sclite", "sub-first", "rapidfuzz"].contains(&&*text));
    assert_eq!(Unit::named(&text).is_ok(), ["words", "characters", "letters"].contains(&&*text));
}

/// Costs are refused, or kept to the billionth.
fn numbers(values: [f64; 3]) {
    let fine = |value: &f64| (0.0..=Cost::LARGEST as f64).contains(value);
    match Costs::new(values[0], values[1], values[2]) {
        Ok(costs) => {
            assert!(values.iter().all(fine));
            for (cost, value) in [costs.substitution, costs.insertion, costs.deletion].into_iter().zip(values) {
                assert!(cost.0 >= 0 && (cost.value() - value).abs() <= 1e-9, "{value} became {cost:?}");
            }
        }
        Err(error) => {
            assert!(!values.iter().all(fine));
            assert!(error.to_string().contains("cost is"));
        }
    }
}

/// An order is refused with a sentence that repeats it, or names each step once.
fn order(text: &str) {
    match Ties::parse(text) {
        Ok(ties) => {
            assert!(Step::ALL.iter().all(|step| ties.steps().contains(step)));
            assert_eq!(Ties::parse(&ties.steps().map(Step::name).join(" ")), Ok(ties));
        }
        Err(error) => assert!(error.to_string().contains(text)),
    }
}
