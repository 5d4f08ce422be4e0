//! A dialog of the browser's own.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

/// Opens and closes the dialog that is drawn with the reference given back.
#[hook]
pub(crate) fn use_dialog(open: bool) -> NodeRef {
    let dialog = use_node_ref();
    let shown = dialog.clone();
    use_effect_with(open, move |&open| {
        let dialog = shown.cast::<HtmlDialogElement>();
        let Some(dialog) = dialog.filter(|dialog| dialog.open() != open) else {
            return;
        };
        if open {
            // It refuses only where it is shown already.
            _ = dialog.show_modal();
        } else {
            dialog.close();
        }
    });
    dialog
}
