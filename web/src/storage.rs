//! What is kept in the browser between visits. It works silently without:
//! where nothing can be kept, nothing is.

use crate::browser::window;
use crate::progress::Progress;
use lockstep_lesson::Lang;
use serde::Serialize as _;
use serde_wasm_bindgen::Serializer;
use web_sys::Storage;

/// Where the chosen language is kept.
const LANG: &str = "lockstep-lang";
/// Where it is kept what has been done.
const PROGRESS: &str = "lockstep-progress";
/// Where programs are kept, before the lesson's name.
const PROGRAM: &str = "lockstep-program-";

/// The language to begin with: the one chosen before, else the browser's.
pub(crate) fn lang() -> Lang {
    let kept = item(LANG).and_then(|code| Lang::from_code(&code));
    let own = || Lang::from_code(window()?.navigator().language()?.get(..2)?);
    kept.or_else(own).unwrap_or(Lang::En)
}

/// Keeps the language for the next visit.
pub(crate) fn keep_lang(lang: Lang) {
    if let Some(storage) = storage() {
        _ = storage.set_item(LANG, lang.code());
    }
}

/// What has been done; nothing if that cannot be read.
pub(crate) fn progress() -> Progress {
    item(PROGRESS).and_then(|text| read_progress(&text)).unwrap_or_default()
}

/// Keeps what has been done for the next visit.
pub(crate) fn keep_progress(progress: &Progress) {
    let Some(storage) = storage() else { return };
    if progress.is_empty() {
        _ = storage.remove_item(PROGRESS);
    } else if let Some(text) = progress_text(progress) {
        _ = storage.set_item(PROGRESS, &text);
    }
}

/// The program that was written for a lesson's challenge.
pub(crate) fn program(lesson: &str) -> Option<String> {
    item(&format!("{PROGRAM}{lesson}"))
}

/// Keeps the program for a lesson's challenge; `None` forgets it.
pub(crate) fn keep_program(lesson: &str, program: Option<&str>) {
    let (Some(storage), key) = (storage(), format!("{PROGRAM}{lesson}")) else { return };
    _ = match program {
        Some(program) => storage.set_item(&key, program),
        None => storage.remove_item(&key),
    };
}

/// Forgets the programs for all challenges.
pub(crate) fn forget_programs() {
    let Some(storage) = storage() else { return };
    let length = storage.length().unwrap_or(0);
    let keys = (0..length).filter_map(|index| storage.key(index).ok().flatten());
    let keys: Vec<String> = keys.filter(|key| key.starts_with(PROGRAM)).collect();
    for key in keys {
        _ = storage.remove_item(&key);
    }
}

/// What has been done as a text, for this store and for files.
pub(crate) fn progress_text(progress: &Progress) -> Option<String> {
    let value = progress.serialize(&Serializer::json_compatible()).ok()?;
    Some(String::from(js_sys::JSON::stringify(&value).ok()?))
}

/// Reads such a text.
pub(crate) fn read_progress(text: &str) -> Option<Progress> {
    serde_wasm_bindgen::from_value(js_sys::JSON::parse(text).ok()?).ok()
}

fn item(key: &str) -> Option<String> {
    storage()?.get_item(key).ok()?
}

fn storage() -> Option<Storage> {
    window()?.local_storage().ok()?
}
