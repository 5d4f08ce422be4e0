//! How a command can end otherwise than well.

use lockstep_lesson::CastError;
use lockstep_lesson::folder::LessonError;
use std::io::ErrorKind;
use std::process::ExitCode;

/// How a command can end otherwise than well.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Something was found that should not be.
    #[error("{0}")]
    Found(String),
    /// All is told already; only the exit code is left to say.
    #[error("exit code {0}")]
    Told(u8),
    #[error(transparent)]
    Lesson(#[from] LessonError),
    #[error(transparent)]
    Cast(#[from] CastError),
    #[error("{0}")]
    Usage(String),
    #[error("cannot write: {0}")]
    Write(#[from] std::io::Error),
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
}

impl Failure {
    /// Whether nobody reads our output any more: whoever did has had enough,
    /// and that is no error.
    pub(crate) fn is_unread(&self) -> bool {
        let kind = match self {
            Self::Write(error) => Some(error.kind()),
            Self::Json(error) => error.io_error_kind(),
            _ => None,
        };
        kind == Some(ErrorKind::BrokenPipe)
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            unread if unread.is_unread() => ExitCode::SUCCESS,
            Self::Found(_) => ExitCode::from(1),
            Self::Told(code) => ExitCode::from(*code),
            _ => ExitCode::from(2),
        }
    }

    pub(crate) fn message(&self) -> Option<String> {
        match self {
            Self::Found(text) => Some(text.clone()),
            Self::Told(_) => None,
            unread if unread.is_unread() => None,
            other => Some(format!("lockstep: {other}")),
        }
    }
}
