//! Looking at every order of steps of a reader's program, beside the drawing.

use crate::action::{Action, Trial};
use crate::browser;
use crate::state::State;
use gloo::timers::callback::Timeout;
use lockstep_lesson::Judge;
use std::cell::Cell;
use std::rc::Rc;
use yew::prelude::*;

/// How long it goes on before the browser may do something else.
const SLICE_MS: f64 = 20.0;
/// How many states it looks at before it asks for the time.
const STATES: usize = 64;
/// How often it says how far it has come: drawing takes time too.
const TELLS_EVERY_MS: f64 = 200.0;

/// Looks at the program whose check is under way, and ends with it.
#[hook]
pub(crate) fn use_judge(state: &Rc<State>, act: Callback<Action>) {
    let number = state.challenge().and_then(|(_, attempt)| Some(attempt.running()?.0));
    let state = Rc::clone(state);
    use_effect_with(number, move |number| {
        let ended = Rc::new(Cell::new(false));
        let looking = number.map(|number| Looking { number, act, ended: Rc::clone(&ended) });
        if let Some(looking) = looking {
            later(move || looking.begin(&state));
        }
        move || ended.set(true)
    });
}

/// Lets the browser do what it has to, and then goes on.
fn later(then: impl FnOnce() + 'static) {
    Timeout::new(0, then).forget();
}

/// A check under way.
struct Looking {
    number: u32,
    act: Callback<Action>,
    /// Whether nobody wants to know any more.
    ended: Rc<Cell<bool>>,
}

impl Looking {
    fn begin(self, state: &State) {
        let judge = state.challenge().and_then(|(challenge, attempt)| {
            Judge::new(challenge, attempt.running()?.1, state.host()).ok()
        });
        if let Some(judge) = judge {
            // The first slice tells at once that something is going on.
            later(move || self.go_on(judge, f64::NEG_INFINITY));
        }
    }

    fn go_on(self, mut judge: Judge, told_ms: f64) {
        let (began_ms, mut more) = (browser::now_ms(), !self.ended.get());
        if !more {
            return;
        }
        while more && browser::now_ms() - began_ms < SLICE_MS {
            more = judge.run(STATES);
        }
        if !more {
            return later(move || self.end(judge));
        }
        let tells = began_ms - told_ms > TELLS_EVERY_MS;
        if tells {
            self.act.emit(Action::Try(Trial::Looked(self.number, judge.states())));
        }
        later(move || self.go_on(judge, if tells { began_ms } else { told_ms }));
    }

    fn end(self, mut judge: Judge) {
        if !self.ended.get() {
            let (cast, judgement) = (Rc::clone(judge.cast()), judge.judgement());
            self.act.emit(Action::Try(Trial::Judged(self.number, cast, judgement)));
        }
    }
}
