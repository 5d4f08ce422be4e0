//! Going to another lesson or another language.

use super::mount::FIRST_LESSON;
use crate::action::Action;
use crate::address::Address;
use crate::{browser, texts};
use lockstep_lesson::Lang;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// A lesson to be loaded.
pub(super) struct Wanted {
    pub(super) lesson: String,
    pub(super) lang: Lang,
    /// What is to be shown of it; `None` if only the texts change.
    pub(super) address: Option<Address>,
}

/// Loads lessons. Of several asked for at once only the last one is shown.
#[hook]
pub(super) fn use_load(
    act: Callback<Action>,
    notice: UseStateSetter<Option<AttrValue>>,
) -> Callback<Wanted> {
    let asked = use_mut_ref(|| 0_u32);
    use_callback((), move |wanted: Wanted, ()| {
        *asked.borrow_mut() += 1;
        let (mine, asked) = (*asked.borrow(), Rc::clone(&asked));
        let (act, notice) = (act.clone(), notice.clone());
        spawn_local(async move {
            let Wanted { lesson: id, lang, address } = wanted;
            let loaded = browser::load(&id, lang).await;
            if *asked.borrow() != mine {
                return;
            }
            match loaded {
                Ok(lesson) => {
                    notice.set(None);
                    let lesson = Rc::new(lesson);
                    act.emit(match address {
                        Some(address) => Action::Open(lesson, address),
                        None => Action::Tell(lesson),
                    });
                }
                Err(error) => {
                    let sentence = (texts::of(lang).not_loaded)(&id, &error);
                    notice.set(Some(sentence.into()));
                }
            }
        });
    })
}

/// Shows what somebody has written into the address bar.
#[hook]
pub(super) fn use_open(
    id: String,
    lang: Lang,
    act: &Callback<Action>,
    load: &Callback<Wanted>,
    notice: UseStateSetter<Option<AttrValue>>,
) -> Callback<Address> {
    let (act, load) = (act.clone(), load.clone());
    use_callback((id, lang), move |address: Address, (id, lang)| {
        let lesson = address.lesson.clone().unwrap_or_else(|| FIRST_LESSON.to_owned());
        let wanted = address.lang.unwrap_or(*lang);
        if lesson == *id && wanted == *lang {
            notice.set(None);
            act.emit(Action::Go(address));
        } else {
            load.emit(Wanted { lesson, lang: wanted, address: Some(address) });
        }
    })
}
