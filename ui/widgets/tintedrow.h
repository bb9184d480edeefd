// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Paints the rows of a list or tree as those of the navigation: what is chosen is tinted, with a bar at its
// beginning, and its words keep their colours.

#include "ui/theme.h"

#include <QPainter>
#include <QStyledItemDelegate>

namespace ui {

class TintedRow : public QStyledItemDelegate
{
public:
    static constexpr int besideWords = 7; // px

    TintedRow(const Theme &theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme) { }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return {QStyledItemDelegate::sizeHint(option, index).width() + 2 * besideWords,
            option.fontMetrics.height() + aroundRow};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyleOptionViewItem words = option;
        if (option.state.testFlag(QStyle::State_Selected)) {
            painter->fillRect(option.rect, m_theme.color(Tone::Selection));
            const QRect bar(option.rect.topLeft(), QSize(barWidth, option.rect.height()));
            if (index.column() == 0)
                painter->fillRect(
                    QStyle::visualRect(option.direction, option.rect, bar), m_theme.color(Tone::Accent));
            words.state &= ~(QStyle::State_Selected | QStyle::State_HasFocus);
        }
        words.rect.adjust(besideWords, 0, -besideWords, 0);
        QStyledItemDelegate::paint(painter, words, index);
    }

private:
    static constexpr int barWidth = 3; // px
    static constexpr int aroundRow = 11; // px, above and below together

    const Theme &m_theme;
};

} // namespace ui
