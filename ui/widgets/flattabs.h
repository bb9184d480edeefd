// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Pages behind tabs that are words, with a line below the one that is in front. They paint themselves: a
// style sheet would keep the pages' colours when the theme changes.

#include "ui/theme.h"

#include <QTabWidget>

namespace ui {

class FlatTabs : public QTabWidget
{
    Q_OBJECT

public:
    static constexpr int besideWords = 8; ///< px, at each side of a tab's words

    FlatTabs(const Theme &theme, QWidget *parent = nullptr);
};

} // namespace ui
