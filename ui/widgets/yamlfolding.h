// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Folds what belongs to a line of YAML away (docs/window.md W47): lines stay in the text and are not shown.
// What is folded is known by its place in the document ("status.conditions[2]"), so it stays folded when the
// text is replaced by the next one.

#include <QObject>
#include <QSet>
#include <QTextBlock>

class QPlainTextEdit;

namespace ui {

class YamlFolding : public QObject
{
    Q_OBJECT

public:
    /// Belongs to the editor.
    explicit YamlFolding(QPlainTextEdit *edit);

    /// Something belongs to the line.
    static bool canFold(const QTextBlock &line);
    /// The line if something belongs to it, else the one that it belongs to; invalid: none.
    static QTextBlock around(const QTextBlock &line);
    /// What belongs to the line, which is shown, is not.
    static bool isFolded(const QTextBlock &line);
    void toggle(const QTextBlock &line);
    void setFolded(const QTextBlock &line, bool folded);
    /// What belongs to the lines that belong to nothing: metadata, spec, status.
    void foldAll();
    void unfoldAll();

private:
    void apply();
    void revealCursor();

    QPlainTextEdit *m_edit;
    QSet<QString> m_folded; ///< paths
};

} // namespace ui
