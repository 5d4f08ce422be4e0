//! What is known of the locks, as a page of text.

use crate::{Lang, page};
use lockstep_scenario::{Known, Language};
use pulldown_cmark::{Options, Parser, html};

/// The words of the page that are not the table's.
struct Words {
    title: &'static str,
    intro: &'static str,
    page: &'static str,
}

fn words(lang: Lang) -> Words {
    match lang {
        Lang::En => Words {
            title: "What breaks which lock",
            intro: "The explorer looked at every order of steps and every fault within a budget, \
                    on the real commands and scripts. A yes comes with the fewest faults and the \
                    fewest steps that do it; a no holds for its scenario and within its budget.",
            page: "To the lessons",
        },
        Lang::Zh => Words {
            title: "哪种锁会被什么打破",
            intro: "探索器用真实的命令和脚本，走遍了预算之内的每一种步骤顺序和每一种故障。\
                    “会”后面是所需的最少故障数和最少步数；“不会”只对该场景、在该预算之内成立。",
            page: "去看课程",
        },
    }
}

/// The table as an HTML document. It lies one folder below the page, beside the
/// scenarios that it links to.
pub fn html(lang: Lang) -> String {
    let Words { title, intro, page: to_page } = words(lang);
    let language = match lang {
        Lang::En => Language::English,
        Lang::Zh => Language::Chinese,
    };
    let markdown = Known::markdown(Known::all(), language, ".");
    let mut table = String::new();
    html::push_html(&mut table, Parser::new_ext(&markdown, Options::ENABLE_TABLES));
    let body = format!(
        "<h1>{title}</h1>\n<p>{intro}</p>\n\
         <p><a href=\"../index.html\">{to_page}</a></p>\n{table}"
    );
    page::document(lang, title, "known", &body)
}

/// Every scenario of the table: the name of its file, and its text.
pub fn scenarios() -> impl Iterator<Item = (String, &'static str)> {
    Known::all().map(|known| (format!("{}.toml", known.file), known.scenario))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_a_row_and_a_scenario_for_each_question() {
        let files: Vec<_> = scenarios().map(|(file, _)| file).collect();
        for lang in Lang::ALL {
            let page = html(lang);
            assert_eq!(page.matches("<tr>").count(), Known::all().count() + 1);
            for file in &files {
                assert!(page.contains(&format!("href=\"./{file}\"")), "{file}");
            }
        }
    }
}
