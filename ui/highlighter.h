// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Colours for YAML: the whole seam between the editors and KSyntaxHighlighting (docs/design.md D17). Built
// without it, a small highlighter of our own stands in.

class QSyntaxHighlighter;
class QTextDocument;

namespace ui {

/// Colours the document as YAML from now on; the document owns the highlighter.
QSyntaxHighlighter *highlightYaml(QTextDocument *document, bool dark);
/// Changes to the light or dark colours.
void setDark(QSyntaxHighlighter *highlighter, bool dark);

} // namespace ui
