// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The pieces that tell what happens next are made of: cards, what led to it, and forecasts.

#include "ui/clusterview.h"
#include "ui/theme.h"

#include <QStringList>

#include <vector>

namespace ui {

QString heading(const QString &words, const Theme &theme);
/// "What happens next"; while the connection is lost "As of 14:03:07:", from when all below it counts.
QString nextHeading(const ClusterView &cluster, const Theme &theme);
/// The state's colour, of None that of accents; grey while the connection is lost.
QColor tint(const ClusterView &cluster, const Theme &theme, State state);
QColor tint(const ClusterView &cluster, const Theme &theme, Tone tone);
/// The bar is filled to that share, at least to see that it is a bar.
QString bar(double share, const QColor &color, const Theme &theme);
/// The card has a bar of that colour at the left; lines and what stands below them are HTML.
QString card(const QStringList &lines, const QString &below, const QColor &color);
/// The names of all colours that these pieces are written in, in the same order with every theme.
QStringList cardColors(const Theme &theme);
QString markedLine(const QString &mark, const QColor &color, const QString &html);

struct ForecastRow {
    QString when; ///< plain, as the mark
    State state = State::None;
    QString mark;
    QString html;
};

/// The text has its heading; empty without rows.
QString forecastHtml(const std::vector<ForecastRow> &rows, const Theme &theme);
/// The words say that the node is not Ready, and since when, as HTML; empty when it is Ready or has said
/// nothing.
QString notReadyWords(const ClusterView &cluster, const core::api::Node &node);
/// The fault that was put on the node, and since when, as HTML; empty without one.
QString faultWords(const ClusterView &cluster, const core::api::Node &node);

} // namespace ui
