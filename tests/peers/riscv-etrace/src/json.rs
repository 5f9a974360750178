// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//! JSON, as far as the bundle of golden vectors uses it: integers, and escapes of one letter.

use std::fmt;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Bool(bool),
    Number(i128),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    /// Reads one value, which is the whole text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value()?;
        reader.blanks();
        if reader.at == text.len() { Ok(value) } else { Err(reader.bad()) }
    }

    /// An object of members.
    pub fn object<'a>(members: impl IntoIterator<Item = (&'a str, Value)>) -> Self {
        Self::Object(members.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
    }

    /// A member of an object; null if there is none.
    pub fn get(&self, name: &str) -> &Self {
        let Self::Object(members) = self else {
            return &Self::Null;
        };
        members.iter().find(|(key, _)| key == name).map_or(&Self::Null, |(_, value)| value)
    }

    /// The elements of a list; none if it is no list.
    pub fn list(&self) -> &[Self] {
        if let Self::List(values) = self { values } else { &[] }
    }

    /// The text; empty if it is none.
    pub fn text(&self) -> &str {
        if let Self::Text(text) = self { text } else { "" }
    }

    /// The value of a number, of a text "0x...", or of a truth value; none for anything else.
    pub fn number(&self) -> Option<u64> {
        match self {
            Self::Bool(value) => Some((*value).into()),
            Self::Number(value) => (*value).try_into().ok(),
            Self::Text(text) => u64::from_str_radix(text.strip_prefix("0x")?, 16).ok(),
            _ => None,
        }
    }
}

impl From<u64> for Value {
    fn from(value: u64) -> Self {
        Self::Number(value.into())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_string())
    }
}

fn joined<T>(
    f: &mut fmt::Formatter<'_>,
    ends: (&str, &str),
    values: &[T],
    one: impl Fn(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    write!(f, "{}", ends.0)?;
    for (number, value) in values.iter().enumerate() {
        write!(f, "{}", if number > 0 { ", " } else { "" })?;
        one(f, value)?;
    }
    write!(f, "{}", ends.1)
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => write!(f, "null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(value) => write!(f, "{value}"),
            Self::Text(text) => write!(f, "\"{}\"", text.escape_default()),
            Self::List(values) => joined(f, ("[", "]"), values, |f, value| write!(f, "{value}")),
            Self::Object(members) => {
                joined(f, ("{", "}"), members, |f, (name, value)| write!(f, "\"{name}\": {value}"))
            }
        }
    }
}

/// A place in a text.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn bad(&self) -> String {
        format!("no JSON at byte {}", self.at)
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Passes a word, if it comes next.
    fn takes(&mut self, word: &str) -> bool {
        self.blanks();
        let found = self.rest().starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn need(&mut self, word: &str) -> Result<(), String> {
        if self.takes(word) { Ok(()) } else { Err(self.bad()) }
    }

    fn value(&mut self) -> Result<Value, String> {
        if self.takes("{") {
            return self.until("}", Self::member).map(Value::Object);
        }
        if self.takes("[") {
            return self.until("]", Self::value).map(Value::List);
        }
        if self.rest().starts_with('"') {
            return self.string().map(Value::Text);
        }
        for (word, value) in
            [("null", Value::Null), ("true", Value::Bool(true)), ("false", Value::Bool(false))]
        {
            if self.takes(word) {
                return Ok(value);
            }
        }
        let length = self.rest().find(|c: char| c != '-' && !c.is_ascii_digit());
        let digits = &self.rest()[..length.unwrap_or(self.rest().len())];
        let value = digits.parse().map_err(|_| self.bad())?;
        self.at += digits.len();
        Ok(Value::Number(value))
    }

    fn member(&mut self) -> Result<(String, Value), String> {
        self.blanks();
        let name = self.string()?;
        self.need(":")?;
        Ok((name, self.value()?))
    }

    /// Elements with commas between them, up to the end.
    fn until<T>(
        &mut self,
        end: &str,
        one: impl Fn(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let mut found = Vec::new();
        while !self.takes(end) {
            if !found.is_empty() {
                self.need(",")?;
            }
            found.push(one(self)?);
        }
        Ok(found)
    }

    fn string(&mut self) -> Result<String, String> {
        self.need("\"")?;
        let mut found = String::new();
        let mut letters = self.rest().char_indices();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.at += at + 1;
                    return Ok(found);
                }
                '\\' => match letters.next() {
                    Some((_, 'n')) => found.push('\n'),
                    Some((_, escaped @ ('"' | '\\' | '/'))) => found.push(escaped),
                    _ => break,
                },
                _ => found.push(letter),
            }
        }
        Err(self.bad())
    }
}
