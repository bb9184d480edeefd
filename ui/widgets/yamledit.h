// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A text editor for YAML: coloured, with line numbers, parts that fold, and a mark at each line that
// has a problem.

#include "ui/provider/yamlproblems.h"
#include "ui/theme.h"

#include <QPlainTextEdit>

#include <functional>

class QSyntaxHighlighter;

namespace ui {

class YamlFolding;

class YamlEdit : public QPlainTextEdit
{
    Q_OBJECT

public:
    YamlEdit(const Theme &theme, QWidget *parent = nullptr);

    /// Replaces what differs and leaves cursor, scroll position and undo history as they are.
    void setYaml(const QString &yaml);
    /// The text is as it was written; toPlainText() makes blanks of no-break ones.
    QString written() const;
    /// Marks the lines, and no others.
    void setProblems(const QList<LineProblem> &problems);
    const QList<LineProblem> &problems() const { return m_problems; }
    YamlFolding &folding() { return *m_folding; }

protected:
    void showEvent(QShowEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    class Gutter;
    struct Part {
        qsizetype begin;
        QString text;
    };

    void replaceDifference(const Part &part, const QString &wanted);
    void beginLine();
    int gutterWidth() const;
    void placeGutter();
    void paintGutter(QPaintEvent *event);
    void clickGutter(const QPointF &position);
    bool isProblem(const QTextBlock &line) const;
    void forEachShownLine(const std::function<void(const QTextBlock &line, const QRectF &rect)> &use) const;
    void followTheme();

    const Theme &m_theme;
    QSyntaxHighlighter *m_highlighter = nullptr; ///< once it was shown: loading it takes 20 ms
    YamlFolding *m_folding;
    Gutter *m_gutter;
    QList<LineProblem> m_problems;
};

} // namespace ui
