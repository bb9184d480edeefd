// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The variant that is chosen, where the inspector is while experiments are in front: which one it is, how it
// is defined, and its slowest run.

#include "ui/experiments/variants.h"
#include "ui/theme.h"

#include <QTextBrowser>

namespace ui {

class VariantDetail : public QTextBrowser
{
    Q_OBJECT

public:
    explicit VariantDetail(const Theme &theme, QWidget *parent = nullptr);

    /// Without one it says so.
    void show(const Variants &variants, std::optional<std::size_t> variant);

private:
    const Theme &m_theme;
};

} // namespace ui
