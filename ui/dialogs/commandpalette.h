// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The command palette: what is typed finds actions, objects, views, and commands with their arguments.

#include "ui/theme.h"

#include <QDialog>

#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;

namespace ui {

struct PaletteEntry {
    /// Asks what running it would change; tell is called when that is known, if it can be.
    using Foresee = std::function<void(const std::function<void(const QString &words)> &tell)>;

    QString text;
    QString detail; ///< what it is, or what will be: "3 → 50", "Machine"
    QString key;
    std::function<void()> run; ///< nothing: the entry tells something, or leads on to its completion
    std::vector<qsizetype> letters = {}; ///< of the text, those that were typed, in their order
    QString completion = {}; ///< what the line becomes by Tab, and by Enter while there is nothing to run
    Foresee foresee = {};
};

/// A sign with which a line begins, and what is found then.
struct PalettePrefix {
    QChar sign;
    QString finds;
};

class CommandPalette : public QDialog
{
    Q_OBJECT

public:
    /// The entries for what is typed, the best first.
    using Source = std::function<std::vector<PaletteEntry>(const QString &typed)>;

    CommandPalette(Source source, const Theme &theme, QWidget *window);

    static std::vector<PalettePrefix> prefixes();

    /// Shows itself above the window.
    void open() override;
    /// The line is as if the text had been typed.
    void type(const QString &text);

protected:
    bool eventFilter(QObject *object, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void showEntries();
    void run();
    void complete();
    void foresee();
    const PaletteEntry *chosen() const;

    Source m_source;
    const Theme &m_theme;
    QLineEdit *m_line;
    QListWidget *m_list;
    QLabel *m_outlook; ///< what the chosen entry would change
    int m_outlooksAsked = 0;
    std::vector<PaletteEntry> m_entries;
};

} // namespace ui
