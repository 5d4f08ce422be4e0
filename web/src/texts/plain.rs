//! Texts for those who listen.

/// The words of a text that is HTML made from Markdown.
pub(crate) fn plain(html: &str) -> String {
    let mut words = String::with_capacity(html.len());
    let mut parts = html.split('<');
    words.push_str(parts.next().unwrap_or_default());
    for part in parts {
        words.push_str(part.split_once('>').map_or("", |(_, text)| text));
    }
    // The ampersand last, or what it escapes would be taken for an escape.
    let escapes = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    escapes.into_iter().fold(words, |words, (from, to)| words.replace(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_told_without_its_marks() {
        let check = |html: &str, words: &str| assert_eq!(plain(html), words);
        check("<p>Who <em>enters</em> next?</p>", "Who enters next?");
        check("<p><code>a &lt; b</code> &amp;amp;</p>", "a < b &amp;");
        check("plain", "plain");
        check("<", "");
        check("", "");
    }
}
