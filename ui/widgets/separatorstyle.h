// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Hairlines between the panels, with room to take hold of them.

#include <QPainter>
#include <QProxyStyle>
#include <QStyleOption>

namespace ui {

class SeparatorStyle : public QProxyStyle
{
public:
    static constexpr int separatorWidth = 4; ///< px

    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override
    {
        return metric == PM_DockWidgetSeparatorExtent ? separatorWidth
                                                      : QProxyStyle::pixelMetric(metric, option, widget);
    }
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget) const override
    {
        if (element != PE_IndicatorDockWidgetResizeHandle)
            return QProxyStyle::drawPrimitive(element, option, painter, widget);
        const QRect rect = option->rect;
        const bool upright = rect.height() > rect.width();
        const QRect line = upright ? QRect(rect.center().x(), rect.top(), 1, rect.height())
                                   : QRect(rect.left(), rect.center().y(), rect.width(), 1);
        painter->fillRect(line, option->palette.mid());
    }
};

} // namespace ui
