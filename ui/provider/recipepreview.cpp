// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/provider/recipepreview.h"

#include "ui/format.h"

#include <QPainter>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::base::Duration;
using core::engine::LifePhase;

namespace {

constexpr std::size_t mostStretches = 6;
constexpr double leastShare = 0.08; // so that a second beside an hour is still seen
constexpr double lastingShare = 0.25; // of what goes on for good
constexpr int gap = 3;
constexpr int widestInLetters = 34;

State stateOf(const LifePhase &phase)
{
    if (phase.kind == LifePhase::Kind::Booting)
        return State::Provisioning;
    if (!phase.fault)
        return State::Ready;
    return phase.fault == core::api::FaultKind::Silent ? State::Unknown : State::NotReady;
}

QString wordOf(const LifePhase &phase)
{
    switch (phase.kind) {
    case LifePhase::Kind::Booting:
        return RecipePreview::tr("boots");
    case LifePhase::Kind::Healthy:
        return RecipePreview::tr("healthy");
    case LifePhase::Kind::Failing:
        break;
    }
    return raw(core::api::nameOf(*phase.fault));
}

} // namespace

RecipePreview::RecipePreview(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(u"recipePreview"_s);
    setAccessibleName(tr("What its nodes go through"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void RecipePreview::showNothing()
{
    m_stretches.clear();
    setAccessibleDescription({});
    setToolTip({});
    update();
}

void RecipePreview::showConfig(const core::api::KubemarkProviderConfig &config)
{
    const auto life = core::engine::lifeOf(config, mostStretches);
    Duration known {};
    for (const LifePhase &phase : life)
        known = std::max(known, phase.end.value_or(phase.begin));
    m_stretches.clear();
    QStringList words;
    double whole = 0;
    for (const LifePhase &phase : life) {
        const auto length = phase.end.value_or(phase.begin) - phase.begin;
        const double share = phase.end && known > Duration::zero()
            ? static_cast<double>(length.count()) / static_cast<double>(known.count())
            : 0;
        m_stretches.push_back(
            {stateOf(phase), wordOf(phase), phase.end ? durationText(*phase.end) : QString(),
                std::max(share, phase.end ? leastShare : lastingShare)});
        whole += m_stretches.back().share;
        words += phase.end ? tr("%1 until %2").arg(m_stretches.back().word, m_stretches.back().until)
                           : tr("%1 for good").arg(m_stretches.back().word);
    }
    for (Stretch &stretch : m_stretches)
        stretch.share /= whole;
    setAccessibleDescription(words.join(u", "_s));
    setToolTip(words.join(u'\n'));
    update();
}

QSize RecipePreview::sizeHint() const
{
    const QFontMetrics letters(font());
    return {letters.horizontalAdvance(u'x') * widestInLetters, 2 * letters.height() + 3 * gap};
}

void RecipePreview::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight); // as time runs
    const qreal height = fontMetrics().height() + gap;
    qreal left = 0;
    for (const Stretch &stretch : m_stretches) {
        const qreal length = stretch.share * width();
        paintStretch(painter, QRectF(left, 0, length - 1, height), stretch);
        left += length;
    }
}

void RecipePreview::paintStretch(QPainter &painter, const QRectF &bar, const Stretch &stretch) const
{
    const QColor color = m_theme.color(stretch.state);
    QColor ground = color;
    ground.setAlphaF(0.25F);
    painter.fillRect(bar, ground);
    painter.fillRect(QRectF(bar.left(), bar.bottom() - 2, bar.width(), 2), color);
    const qreal glyph = fontMetrics().ascent();
    const QRectF words = bar.adjusted(glyph + 2 * gap, 0, -gap, 0);
    paintShape(painter, {bar.left() + gap, bar.top(), glyph, bar.height()}, stretch.state, color);
    painter.setPen(palette().color(QPalette::WindowText));
    if (fontMetrics().horizontalAdvance(stretch.word) <= words.width())
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, stretch.word);
    painter.setPen(m_theme.color(Tone::Quiet));
    if (fontMetrics().horizontalAdvance(stretch.until) <= bar.width())
        painter.drawText(QRectF(bar.left(), bar.bottom() + gap, bar.width(), fontMetrics().height()),
            Qt::AlignRight | Qt::AlignTop, stretch.until);
}

} // namespace ui
