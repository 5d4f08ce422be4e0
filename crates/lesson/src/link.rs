//! Links of the texts: to a word of the glossary, to a step of a lesson, to the
//! table of what is known.
//!
//! In a [`crate::Lesson`] they stand as they are written, `glossary:token`; where
//! they lead depends on the page on which they are read.

use crate::Lang;

/// `glossary:WORD`.
pub const GLOSSARY: &str = "glossary";
/// `lesson:NN-NAME?variant=NAME&step=N`.
pub const LESSON: &str = "lesson";
/// `known`.
pub const KNOWN: &str = "known";

const MARK: &str = "href=\"";

/// Where the links of a text lead, as HTML has them.
pub fn targets(html: &str) -> impl Iterator<Item = &str> {
    html.split(MARK).skip(1).filter_map(|rest| rest.split('"').next())
}

/// The text with links for the page that plays the lessons.
pub fn in_app(html: &str, lang: Lang) -> String {
    let code = lang.code();
    replaced(html, |target| match target.split_once(':') {
        Some((GLOSSARY, term)) => Some(format!("lessons/glossary.{code}.html#{term}")),
        Some((LESSON, address)) => {
            let joint = if address.contains('?') { "&amp;" } else { "?" };
            Some(format!("#/{address}{joint}lang={code}"))
        }
        _ => (target == KNOWN).then(|| format!("known/{code}.html")),
    })
}

/// The text with links for the pages that are only read, which lie side by side
/// in `lessons/`.
pub fn in_reading(html: &str, lang: Lang) -> String {
    let code = lang.code();
    replaced(html, |target| match target.split_once(':') {
        Some((GLOSSARY, term)) => Some(format!("glossary.{code}.html#{term}")),
        Some((LESSON, address)) => {
            let id = address.split('?').next().unwrap_or_default();
            Some(format!("{id}.{code}.html"))
        }
        _ => (target == KNOWN).then(|| format!("../known/{code}.html")),
    })
}

fn replaced(html: &str, to: impl Fn(&str) -> Option<String>) -> String {
    let mut parts = html.split(MARK);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (target, rest) = part.split_once('"').unwrap_or((part, ""));
        out.push_str(MARK);
        out.push_str(&to(target).unwrap_or_else(|| target.to_owned()));
        out.push('"');
        out.push_str(rest);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_where_its_page_has_it() {
        let check = |written: &str, app: &str, reading: &str| {
            let html = format!("<p><a href=\"{written}\">x</a> and more</p>");
            let as_on = |target: &str| html.replace(written, target);
            assert_eq!(in_app(&html, Lang::En), as_on(app));
            assert_eq!(in_reading(&html, Lang::En), as_on(reading));
        };
        check("glossary:token", "lessons/glossary.en.html#token", "glossary.en.html#token");
        check("lesson:04-x", "#/04-x?lang=en", "04-x.en.html");
        check("lesson:04-x?step=2", "#/04-x?step=2&amp;lang=en", "04-x.en.html");
        check("known", "known/en.html", "../known/en.html");
        check("https://redis.io", "https://redis.io", "https://redis.io");
    }
}
