// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/dotchart.h"

#include "ui/experiments/words.h"
#include "ui/format.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::experiment::Measure;
using core::experiment::Summary;

namespace {

constexpr double scaleWidth = 56; // px, for the words at the left
constexpr double above = 12; // px
constexpr int leastChartWidth = 160; // px
constexpr double leastPlot = 80; // px
constexpr double dotSide = 4; // px
constexpr double spread = 0.66; // of a column's width, for its dots
constexpr std::size_t mostDots = 400; // of a variant: more are no clearer
constexpr std::size_t mostDotsOfAll = 12'000; // painting them takes some 30 ms
constexpr int wantedLines = 4;
constexpr std::size_t mostNameLines = 3; // of a name
constexpr double dotOpacity = 0.4;

/// 1, 2 or 5 times a power of ten, or for times a length that people count in.
double roundStep(double least, Measure measure)
{
    const bool isTime = measure == Measure::Recovery || measure == Measure::Length;
    if (isTime && least > 1) {
        for (const double step : {2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200})
            if (step >= least)
                return step;
    }
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double times : {1, 2, 5})
        if (times * power >= least)
            return times * power;
    return 10 * power; // NOLINT(*-magic-numbers): of the decimal system
}

/// From -1 to 1, the same for the same dot.
double jitter(std::size_t index)
{
    constexpr double golden = 0.618033988749895;
    const double part = static_cast<double>(index + 1) * golden;
    return 2 * (part - std::floor(part)) - 1;
}

} // namespace

DotChart::DotChart(const Variants &variants, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_variants(variants)
    , m_theme(theme)
{
    setObjectName(u"experimentChart"_s);
    setAccessibleName(tr("Chart of what was measured, variant by variant"));
    connect(&variants, &Variants::measured, this, [this] {
        measureScale();
        update();
    });
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void DotChart::choose(std::optional<std::size_t> variant)
{
    if (std::exchange(m_chosen, variant) != variant)
        update();
}

Measure DotChart::measure() const
{
    return m_variants.experiment().measures.front();
}

/// Failures that had not recovered at the end, where recoveries are drawn.
const std::vector<double> &DotChart::openIn(const Summary &summary) const
{
    static const std::vector<double> none;
    return measure() == Measure::Recovery ? summary.open() : none;
}

void DotChart::measureScale()
{
    m_least = 0;
    m_most = 0;
    bool any = false;
    const auto take = [&](double value) {
        m_most = any ? std::max(m_most, value) : value;
        m_least = any ? std::min(m_least, value) : value;
        any = true;
    };
    for (const Summary &summary : m_variants.summaries()) {
        std::ranges::for_each(summary.values(measure()), take);
        std::ranges::for_each(openIn(summary), take);
    }
    if (isBetterWhenLess(measure()) || !any)
        m_least = 0; // a share is drawn from where it begins to differ
    if (m_most <= m_least)
        m_most = m_least + 1;
    m_step = roundStep((m_most - m_least) / wantedLines, measure());
    m_least = std::floor(m_least / m_step) * m_step;
    m_most = std::ceil(m_most / m_step) * m_step;
}

QSize DotChart::minimumSizeHint() const
{
    return {leastChartWidth, qCeil(above + leastPlot + below(mostNameLines - 1))};
}

double DotChart::below(std::size_t lines) const
{
    return (static_cast<double>(lines) + 0.5) * fontMetrics().height(); // NOLINT(*-magic-numbers)
}

QRectF DotChart::plot() const
{
    const double names = below(m_isEachValueALine ? m_variants.experiment().variations.size() : 1);
    return {scaleWidth, above, width() - scaleWidth - above, std::max(1.0, height() - above - names)};
}

bool DotChart::namesFitOneLine() const
{
    const QFontMetrics metrics = fontMetrics();
    for (std::size_t i = 0; i < m_variants.summaries().size(); ++i) {
        if (metrics.horizontalAdvance(variantText(m_variants.experiment(), i)) > columnOf(i).width() - 4)
            return false;
    }
    return true;
}

QRectF DotChart::columnOf(std::size_t variant) const
{
    const QRectF area = plot();
    const double each = area.width() / static_cast<double>(m_variants.summaries().size());
    const double left = area.left() + each * static_cast<double>(variant);
    return {left, area.top(), each, area.height()};
}

std::optional<std::size_t> DotChart::variantAt(QPointF position) const
{
    for (std::size_t i = 0; i < m_variants.summaries().size(); ++i) {
        const QRectF column = columnOf(i);
        if (position.x() >= column.left() && position.x() < column.right())
            return i;
    }
    return std::nullopt;
}

double DotChart::yOf(double value) const
{
    const QRectF area = plot();
    return area.bottom() - (value - m_least) / (m_most - m_least) * area.height();
}

void DotChart::paintEvent(QPaintEvent *)
{
    if (m_variants.summaries().empty())
        return;
    QPainter painter(this);
    if (m_variants.runs().empty()) {
        painter.setPen(m_theme.color(Tone::Quiet));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap,
            tr("What the runs find is drawn here, a dot for each."));
        return;
    }
    m_isEachValueALine = m_variants.experiment().variations.size() <= mostNameLines && !namesFitOneLine();
    if (m_chosen && *m_chosen < m_variants.summaries().size())
        painter.fillRect(columnOf(*m_chosen).adjusted(0, 0, 0, height() - plot().bottom()),
            m_theme.color(Tone::Selection));
    paintScale(painter);
    for (std::size_t i = 0; i < m_variants.summaries().size(); ++i)
        paintVariant(painter, i);
}

void DotChart::paintScale(QPainter &painter) const
{
    const QRectF area = plot();
    const double halfLine = fontMetrics().height() / 2.0;
    const double between = m_step / (m_most - m_least) * area.height();
    const int told = std::max(1, static_cast<int>(std::ceil(2 * halfLine / between)));
    int line = 0;
    for (double value = m_least; value <= m_most + m_step / 2; value += m_step) {
        const double y = std::round(yOf(value)) + 0.5; // NOLINT(*-magic-numbers): sharp lines
        painter.setPen(m_theme.color(Tone::Hairline));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        if (line++ % told != 0) // they would stand one upon the other
            continue;
        painter.setPen(m_theme.color(Tone::Quiet));
        QString words = figureText(value, measure());
        if (measure() == Measure::Recovery)
            words = figureText(value, Measure::Length); // whole seconds
        painter.drawText(QRectF(0, y - halfLine, scaleWidth - above / 2, 2 * halfLine),
            Qt::AlignRight | Qt::AlignVCenter, words);
    }
}

void DotChart::paintVariant(QPainter &painter, std::size_t variant) const
{
    const QRectF column = columnOf(variant);
    const Summary &summary = m_variants.summaries()[variant];
    const std::vector<double> &values = summary.values(measure());
    const double reach = column.width() / 2 * spread;
    const double middle = column.center().x();
    const std::size_t most = std::min(mostDots, mostDotsOfAll / m_variants.summaries().size());
    const auto dots = [&](const std::vector<double> &all) {
        const std::size_t stride = all.size() / (most + 1) + 1;
        for (std::size_t i = 0; i < all.size(); i += stride)
            painter.drawEllipse(QPointF(middle + jitter(i) * reach, yOf(all[i])), dotSide / 2, dotSide / 2);
    };
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    QColor color = m_theme.color(Tone::Accent);
    color.setAlphaF(dotOpacity);
    painter.setBrush(color);
    dots(values);
    painter.setPen(m_theme.color(Tone::Accent));
    painter.setBrush(Qt::NoBrush);
    dots(openIn(summary));
    painter.setRenderHint(QPainter::Antialiasing, false);
    // What is only known to be longer has no line: it would be one that nobody measured.
    const auto line = [&](const std::optional<core::experiment::Estimate> &figure, const QColor &ofLine) {
        if (!figure || figure->isAtLeast)
            return;
        const double y = yOf(figure->value);
        painter.setPen(QPen(ofLine, 2));
        painter.drawLine(QPointF(middle - reach, y), QPointF(middle + reach, y));
    };
    line(summary.p95(measure()), m_theme.color(Tone::Warning));
    line(summary.typical(measure()), palette().color(QPalette::Text));
    paintName(painter, variant);
}

void DotChart::paintName(QPainter &painter, std::size_t variant) const
{
    const QRectF column = columnOf(variant);
    const double lineHeight = fontMetrics().height();
    if (column.width() < 2 * lineHeight) // its tool tip says it
        return;
    QStringList lines {variantText(m_variants.experiment(), variant)};
    if (m_isEachValueALine) {
        lines.clear();
        for (const core::api::Json &value : m_variants.experiment().valuesOf(variant))
            lines.append(valueOfVariant(value));
    }
    QRectF below(column.left() + 2, height() - lineHeight * static_cast<double>(lines.size()),
        column.width() - 4, lineHeight);
    painter.setPen(palette().color(QPalette::Text));
    for (const QString &line : lines) {
        painter.drawText(below, Qt::AlignHCenter | Qt::AlignBottom,
            fontMetrics().elidedText(line, Qt::ElideMiddle, static_cast<int>(below.width())));
        below.translate(0, lineHeight);
    }
}

bool DotChart::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const auto variant = variantAt(help->pos());
    if (!variant) {
        QToolTip::hideText();
        return true;
    }
    const Summary &summary = m_variants.summaries()[*variant];
    QString words = tr("%1: %2, p95 %3, %n runs", nullptr, static_cast<int>(summary.runs()))
                        .arg(variantText(m_variants.experiment(), *variant),
                            figureText(summary.typical(measure()), measure()),
                            figureText(summary.p95(measure()), measure()));
    if (const auto open = openIn(summary).size(); open > 0)
        words += u", "_s + tr("%Ln not recovered (hollow)", nullptr, static_cast<int>(open));
    QToolTip::showText(help->globalPos(), tip(words), this);
    return true;
}

void DotChart::mousePressEvent(QMouseEvent *event)
{
    if (const auto variant = variantAt(event->position()))
        emit chosenByUser(*variant);
}

} // namespace ui
