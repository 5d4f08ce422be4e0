//! What is known, as a table for people.

use super::{Expected, Known};
use crate::Faults;
use std::fmt::Write;

/// In which language a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Chinese.
    Chinese,
}

/// The kinds of fault in Chinese, by their names in files.
const FAULTS_ZH: &[(&str, &str)] = &[
    ("pauses", "次停顿"),
    ("crashes", "次崩溃"),
    ("lost_requests", "个丢失的请求"),
    ("lost_replies", "个丢失的回复"),
    ("nodes_down", "个节点宕机"),
    ("restarts", "次重启"),
    ("partitions", "次网络分区"),
    ("failovers", "次主从切换"),
    ("clock_jumps", "次时钟跳变"),
    ("client_clock_jumps", "次客户端时钟跳变"),
];

impl Known {
    /// Some of what is known, as a table in Markdown. The scenarios are linked
    /// under `folder`.
    pub fn markdown<'a>(
        rows: impl IntoIterator<Item = &'a Self>,
        language: Language,
        folder: &str,
    ) -> String {
        let head = match language {
            Language::English => "| question | answer | states | scenario |",
            Language::Chinese => "| 问题 | 答案 | 状态数 | 场景 |",
        };
        let mut table = format!("{head}\n|---|---|--:|---|\n");
        for known in rows {
            let question = match language {
                Language::English => known.en,
                Language::Chinese => known.zh,
            };
            let (answer, states) = (known.answer(language), grouped(known.states));
            let file = known.file;
            // Writing to a string does not fail.
            _ = writeln!(
                table,
                "| {question} | {answer} | {states} | [{file}]({folder}/{file}.toml) |"
            );
        }
        table
    }

    /// Yes or no, with how many faults, in how many steps.
    fn answer(&self, language: Language) -> String {
        let faults = self.budget().unwrap_or_default();
        match (language, self.expected) {
            (Language::English, Expected::Holds) => format!("no, up to {}", faults.in_words()),
            (Language::English, Expected::Breaks { steps }) => {
                let steps = if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") };
                format!("**yes**, with {} in {steps}", faults.in_words())
            }
            (Language::Chinese, Expected::Holds) => format!("不会：{}以内", in_chinese(&faults)),
            (Language::Chinese, Expected::Breaks { steps }) => {
                format!("**会**：{}，{steps} 步", in_chinese(&faults))
            }
        }
    }
}

fn in_chinese(faults: &Faults) -> String {
    let parts = faults.iter().filter(|(_, count)| *count > 0).map(|(name, count)| {
        let word = FAULTS_ZH.iter().find(|(known, _)| *known == name);
        format!("{count} {}", word.map_or(name, |(_, word)| word))
    });
    let parts: Vec<_> = parts.collect();
    if parts.is_empty() { "没有任何故障".to_owned() } else { parts.join("、") }
}

/// A number with a comma at each thousand.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_fault_has_a_chinese_word() {
        let known: Vec<_> = FAULTS_ZH.iter().map(|(name, _)| *name).collect();
        assert_eq!(known, Faults::names().collect::<Vec<_>>());
    }

    #[test]
    fn thousands_are_set_apart() {
        let check = |number, text| assert_eq!(grouped(number), text);
        check(7, "7");
        check(1000, "1,000");
        check(1_234_567, "1,234,567");
    }

    #[test]
    fn the_table_says_each_question_in_both_languages() {
        let check = |language, question: fn(&Known) -> &str| {
            let table = Known::markdown(Known::all(), language, "scenarios");
            for known in Known::all() {
                assert!(table.contains(question(known)) && !question(known).is_empty());
            }
        };
        check(Language::English, |known| known.en);
        check(Language::Chinese, |known| known.zh);
    }
}
