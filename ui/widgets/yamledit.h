// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A text editor for YAML: coloured, with line numbers, and a mark at the line that has a problem.

#include "ui/theme.h"

#include <QPlainTextEdit>

class QSyntaxHighlighter;

namespace ui {

class YamlEdit : public QPlainTextEdit
{
    Q_OBJECT

public:
    YamlEdit(const Theme &theme, QWidget *parent = nullptr);

    /// Replaces what differs and leaves cursor, scroll position and undo history as they are.
    void setYaml(const QString &yaml);
    /// As it was written; toPlainText() makes blanks of no-break ones.
    QString written() const;
    /// Marks a line, counted from 1; 0 marks none.
    void setProblemLine(int line, const QString &message);
    int problemLine() const { return m_problemLine; }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    class Gutter;

    int gutterWidth() const;
    void placeGutter();
    void paintGutter(QPaintEvent *event);
    void followTheme();

    const Theme &m_theme;
    QSyntaxHighlighter *m_highlighter;
    Gutter *m_gutter;
    int m_problemLine = 0;
};

} // namespace ui
