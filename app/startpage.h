// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The page shown instead of the window when the program cannot start: what is wrong, and what helps, a button
// each (docs/window.md W30).

#include "app/startremedies.h"

#include <QDialog>

#include <optional>

class QBoxLayout;
class QLabel;

namespace ui {
class Theme;
}

namespace app {

class StartPage : public QDialog
{
    Q_OBJECT

public:
    /// Enter chooses the first remedy, but for one that gives leave to something: it closes the page then.
    StartPage(const QString &headline, const QString &details, const std::vector<Remedy> &remedies,
        const ui::Theme &theme);

    /// The command line of the remedy that was chosen, with its question answered.
    const std::optional<Arguments> &chosen() const { return m_chosen; }

private:
    void addRemedy(QBoxLayout &column, const Remedy &remedy);
    void choose(const Remedy &remedy);
    std::optional<QString> answerOf(Remedy::Question question);

    QLabel *m_details;
    std::optional<Arguments> m_chosen;
};

} // namespace app
