//! The words of the interview, in every language.

use super::{With, With2};
use crate::grades::Grade;
use lockstep_lesson::{Lang, Level};

/// The texts of the interview in one language.
pub(crate) struct Interview {
    pub(crate) heading: &'static str,
    pub(crate) title: &'static str,
    pub(crate) about: &'static str,
    pub(crate) skip: &'static str,
    pub(crate) of_lesson: &'static str,

    pub(crate) ask_me: &'static str,
    pub(crate) sheet: &'static str,
    pub(crate) as_text: &'static str,
    pub(crate) topic: &'static str,
    pub(crate) all_topics: &'static str,
    pub(crate) level: &'static str,
    pub(crate) all_levels: &'static str,
    pub(crate) again: With,
    pub(crate) only_shown_by: With,
    pub(crate) of_all_lessons: &'static str,
    pub(crate) oldest_first: &'static str,
    pub(crate) nothing_again: &'static str,
    pub(crate) nothing: &'static str,
    pub(crate) open: With,
    pub(crate) listed: With2,
    pub(crate) counted: With2,

    pub(crate) all_questions: &'static str,
    pub(crate) disputed: &'static str,
    pub(crate) place: With2,
    pub(crate) aloud: &'static str,
    pub(crate) tell_short: &'static str,
    pub(crate) tell_rest: &'static str,
    pub(crate) short: &'static str,
    pub(crate) impressive: &'static str,
    pub(crate) follow_ups: &'static str,
    pub(crate) trap: &'static str,
    pub(crate) walkthrough: &'static str,
    pub(crate) played_in: With,
    pub(crate) stop: With,
    pub(crate) how: &'static str,
    pub(crate) kept: &'static str,
    pub(crate) kept_again: &'static str,
    pub(crate) previous: &'static str,
    pub(crate) next: &'static str,
    pub(crate) was_last: &'static str,

    pub(crate) say: &'static str,
    pub(crate) next_stop: With,
    pub(crate) last_stop: &'static str,
    pub(crate) back: With,

    pub(crate) not_loaded: With,
}

/// The texts of the interview in `lang`.
pub(crate) fn interview(lang: Lang) -> &'static Interview {
    match lang {
        Lang::En => &EN,
        Lang::Zh => &ZH,
    }
}

/// Who is asked.
pub(crate) fn level(lang: Lang, level: Level) -> &'static str {
    match (lang, level) {
        (Lang::En, Level::Junior) => "junior",
        (Lang::En, Level::Senior) => "senior",
        (Lang::En, Level::Staff) => "staff",
        (Lang::Zh, Level::Junior) => "初级",
        (Lang::Zh, Level::Senior) => "高级",
        (Lang::Zh, Level::Staff) => "资深",
    }
}

/// How an answer was.
pub(crate) fn grade(lang: Lang, grade: Grade) -> &'static str {
    match (lang, grade) {
        (Lang::En, Grade::Knew) => "knew it",
        (Lang::En, Grade::Partly) => "partly",
        (Lang::En, Grade::NotYet) => "not yet",
        (Lang::Zh, Grade::Knew) => "答得上",
        (Lang::Zh, Grade::Partly) => "答了一半",
        (Lang::Zh, Grade::NotYet) => "答不上",
    }
}

static EN: Interview = Interview {
    heading: "The interview",
    title: "Interview questions",
    about: "What is asked about Redis locks, by topic and level. Each answer ends with steps that \
            you can play.",
    skip: "Skip to the questions",
    of_lesson: "Interview questions that this lesson answers",

    ask_me: "Ask me",
    sheet: "One sheet to print",
    as_text: "All questions and answers as text",
    topic: "Topic",
    all_topics: "all topics",
    level: "Level",
    all_levels: "all",
    again: |count| format!("To repeat ({count})"),
    only_shown_by: |lesson| format!("Only what “{lesson}” answers."),
    of_all_lessons: "All lessons’ questions",
    oldest_first: "To repeat, longest ago first",
    nothing_again: "Nothing to repeat. What you grade “partly” or “not yet” comes here.",
    nothing: "No question is like that.",
    open: |count| format!("{count} not graded"),
    listed: |count, of| format!("{count} of {of} questions"),
    counted: |count, grade| format!("{count} {grade}"),

    all_questions: "All questions",
    disputed: "disputed",
    place: |place, of| format!("question {place} of {of}"),
    aloud: "Answer aloud first. Then look.",
    tell_short: "Show the short answer",
    tell_rest: "Show the rest",
    short: "The short answer",
    impressive: "The answer that impresses",
    follow_ups: "What comes next",
    trap: "The trap",
    walkthrough: "Show it",
    played_in: |lesson| format!("Played in “{lesson}”, with what to say at each step:"),
    stop: |step| format!("Step {step}"),
    how: "How was your answer?",
    kept: "Kept.",
    kept_again: "Kept, and comes again under “To repeat”.",
    previous: "Previous question",
    next: "Next question",
    was_last: "That was the last question of this list.",

    say: "Say:",
    next_stop: |step| format!("On to step {step}"),
    last_stop: "That was the last step of the answer.",
    back: |question| format!("Back to the question: {question}"),

    not_loaded: |error| format!("The interview could not be loaded ({error})."),
};

static ZH: Interview = Interview {
    heading: "面试",
    title: "面试题",
    about: "Redis 分布式锁常见的面试题，按主题和级别分类。每个答案最后都有可以亲手走一遍的步骤。",
    skip: "跳到题目",
    of_lesson: "本课能回答的面试题",

    ask_me: "考考我",
    sheet: "可打印的一页纸",
    as_text: "全部题目和答案（纯文字）",
    topic: "主题",
    all_topics: "全部主题",
    level: "级别",
    all_levels: "全部",
    again: |count| format!("需要复习（{count}）"),
    only_shown_by: |lesson| format!("只列出“{lesson}”能回答的题。"),
    of_all_lessons: "显示所有课程的题",
    oldest_first: "需要复习，最久没看的在前",
    nothing_again: "没有需要复习的。自评“答了一半”或“答不上”的题会出现在这里。",
    nothing: "没有这样的题。",
    open: |count| format!("未自评 {count}"),
    listed: |count, of| format!("列出 {count} 题，共 {of} 题"),
    counted: |count, grade| format!("{grade} {count}"),

    all_questions: "全部题目",
    disputed: "有争议",
    place: |place, of| format!("第 {place} 题，共 {of} 题"),
    aloud: "先自己说一遍，再看答案。",
    tell_short: "看简短回答",
    tell_rest: "看其余部分",
    short: "简短回答",
    impressive: "加分回答",
    follow_ups: "追问",
    trap: "容易踩的坑",
    walkthrough: "演示给面试官看",
    played_in: |lesson| format!("在“{lesson}”里走一遍，每一步该说什么："),
    stop: |step| format!("第 {step} 步"),
    how: "自己答得怎么样？",
    kept: "已记下。",
    kept_again: "已记下，会出现在“需要复习”里。",
    previous: "上一题",
    next: "下一题",
    was_last: "这一组的题到此为止。",

    say: "可以这么说：",
    next_stop: |step| format!("去第 {step} 步"),
    last_stop: "答案的演示到此为止。",
    back: |question| format!("回到题目：{question}"),

    not_loaded: |error| format!("无法载入面试题（{error}）。"),
};
