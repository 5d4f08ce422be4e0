//! Questions that recur in interviews, with answers that can be shown.

use crate::{Lang, Outcome};
use serde::{Deserialize, Serialize};

/// The questions in one language. Texts are HTML made from Markdown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interview {
    /// The language.
    pub lang: Lang,
    /// What it is called.
    pub title: String,
    /// How to use it.
    pub intro: String,
    /// What the questions are about, in order.
    pub topics: Vec<Topic>,
    /// The questions in order.
    pub questions: Vec<InterviewQuestion>,
}

/// What questions are about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Topic {
    /// Its name in the files.
    pub id: String,
    /// What it is called.
    pub name: String,
}

/// How much somebody must know who is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Has used a lock.
    Junior,
    /// Answers for services that use locks.
    Senior,
    /// Decides which lock a system has, or none.
    Staff,
}

impl Level {
    /// Every level, the least first.
    pub const ALL: [Self; 3] = [Self::Junior, Self::Senior, Self::Staff];

    /// As it stands in files and in addresses.
    pub fn code(self) -> &'static str {
        match self {
            Self::Junior => "junior",
            Self::Senior => "senior",
            Self::Staff => "staff",
        }
    }

    /// The level with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.code() == code)
    }
}

/// A question of an interview.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InterviewQuestion {
    /// Its name in the files and in addresses.
    pub id: String,
    /// What it is about, by a topic's name in the files.
    pub topic: String,
    /// Who is asked.
    pub level: Level,
    /// Whether those who know disagree.
    #[serde(default)]
    pub disputed: bool,
    /// What is asked.
    pub title: String,
    /// The answer in a breath.
    pub short: String,
    /// The answer that impresses.
    pub impressive: String,
    /// What is asked next, with answers.
    pub follow_ups: String,
    /// What to be careful of.
    pub trap: String,
    /// The timeline that proves it, with what to say at each step.
    pub walkthrough: Walkthrough,
}

/// Steps of a lesson that show an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walkthrough {
    /// The lesson.
    pub lesson: String,
    /// The variant.
    pub variant: String,
    /// The steps.
    pub stops: Vec<Stop>,
}

/// A step at which there is something to say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stop {
    /// The step, counted from 1.
    pub step: usize,
    /// What happens there, so that it can be proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// What to say.
    pub text: String,
}

impl Interview {
    /// Goes through every text of it that can have links.
    pub fn each_text(&mut self, mut change: impl FnMut(&mut String)) {
        change(&mut self.intro);
        for question in &mut self.questions {
            change(&mut question.title);
            change(&mut question.short);
            change(&mut question.impressive);
            change(&mut question.follow_ups);
            change(&mut question.trap);
            question.walkthrough.stops.iter_mut().for_each(|stop| change(&mut stop.text));
        }
    }
}
