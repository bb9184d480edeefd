// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Text from objects, servers and files on its way to a person: one function for each kind of output takes
// away what could steer the reader (docs/faults-and-threats.md T12). What is not printable is shown as JSON
// escapes it, like "\u001b": control characters, those that turn the direction of writing, invisible ones,
// bytes that are not UTF-8.

#include <string>
#include <string_view>

namespace core::base {

/// The text fits one line of a terminal, a log or a window; a line break is shown as "\n".
std::string printableLine(std::string_view text);

/// The text is for a terminal, log or window that shows several lines: line breaks and tabs stay.
std::string printableText(std::string_view text);

/// JSON as it was written, with what a terminal might obey in its texts escaped as well. Means the same.
std::string printableJson(std::string_view json);

/// A cell of an RFC 4180 file, in quotes where needed; line breaks stay. What a spreadsheet would take for a
/// formula and is no number gets an apostrophe before it.
std::string csvCell(std::string_view text);

/// The text may stand in text and attribute values of HTML and SVG.
std::string htmlText(std::string_view text);

} // namespace core::base
