// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the nodes of a provider config go through, drawn over time before any of them is made (docs/window.md
// W44).

#include "core/engine/nodelife.h"
#include "ui/state.h"
#include "ui/theme.h"

#include <QWidget>

namespace ui {

class RecipePreview : public QWidget
{
    Q_OBJECT

public:
    RecipePreview(const Theme &theme, QWidget *parent = nullptr);

    void showConfig(const core::api::KubemarkProviderConfig &config);
    void showNothing();
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Stretch {
        State state = State::None;
        QString word;
        QString until; ///< the time at its end; empty when it lasts
        double share = 0; ///< of the whole length
    };

    void paintStretch(QPainter &painter, const QRectF &bar, const Stretch &stretch) const;

    const Theme &m_theme;
    std::vector<Stretch> m_stretches;
};

} // namespace ui
