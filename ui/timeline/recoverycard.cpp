// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/recoverycard.h"

#include "ui/clusterview.h"
#include "ui/format.h"
#include "ui/textsize.h"
#include "ui/timeline/recoverystory.h"
#include "ui/widgets/buttonlook.h"

#include <QBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QResizeEvent>
#include <QStyle>
#include <QToolTip>

#include <algorithm>
#include <numeric>

namespace ui {

using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;
using core::base::Duration;
using core::timeline::Episode;
using core::timeline::Stage;

namespace {

constexpr double figureTimes = 24.0 / 9; // the letters of other words
constexpr int leastBesideEachOther = 560; // px
constexpr int inColumn = 4; // px between two parts
constexpr int barHeight = 22;
constexpr int dotsHeight = 46;
constexpr Duration aroundStory = 3s; // seen before and after it when one jumps to it

State stateOf(Stage::Kind kind)
{
    switch (kind) {
    case Stage::Kind::Waiting:
        return State::Unknown;
    case Stage::Kind::Replacing:
        return State::Deleting;
    case Stage::Kind::Booting:
        return State::Provisioning;
    default:
        return State::NotReady;
    }
}

QString adviceHtml(const RecoveryStory &story)
{
    const QString advice = story.advice.toHtmlEscaped();
    return story.isOfTimeout
        ? advice + u" <a href=\"experiment\">%1</a>"_s.arg(RecoveryCard::tr("Try it in an experiment"))
        : advice;
}

/// The last one of an episode that goes on lasts until now.
std::vector<Stage> stagesSoFar(const Episode &episode, core::api::Time now)
{
    std::vector<Stage> stages = stagesOf(episode);
    if (episode.outcome != core::timeline::Outcome::Open)
        return stages;
    const auto add = [&](Stage::Kind kind, core::api::Time begin) {
        if (begin < now)
            stages.push_back({kind, begin, now});
    };
    if (episode.replacementCreatedAt)
        add(Stage::Kind::Booting, *episode.replacementCreatedAt);
    else if (episode.deleteAskedAt)
        add(Stage::Kind::Replacing, *episode.deleteAskedAt);
    else
        add(Stage::Kind::Waiting, episode.unhealthyAt);
    return stages;
}

QString routePart(const core::api::ObjectKey &machine, const char16_t *which)
{
    return u"<a href=\"%1\">%2</a>"_s.arg(QString::fromUtf16(which), text(machine.name).toHtmlEscaped());
}

} // namespace

/// Where the time went: a bar of the stages, each as long as it took.
class PhaseBar : public QWidget
{
public:
    PhaseBar(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
    {
        setObjectName(u"phases"_s);
        setMinimumHeight(barHeight);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }

    void setStages(std::vector<Stage> stages)
    {
        m_stages = std::move(stages);
        QStringList words;
        for (const Stage &stage : m_stages)
            words.append(wordsOf(stage));
        setToolTip(words.join(u'\n'));
        setAccessibleName(words.join(u", "_s));
        setHidden(m_stages.empty());
        update();
    }
    QSize sizeHint() const override { return {200, barHeight}; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        if (m_stages.empty())
            return;
        QPainter painter(this);
        const std::chrono::duration<double> whole = m_stages.back().end - m_stages.front().begin;
        const auto x = [&](core::api::Time at) {
            const std::chrono::duration<double> passed = at - m_stages.front().begin;
            return whole.count() > 0 ? passed / whole * width() : 0.0;
        };
        for (const Stage &stage : m_stages) {
            const QRectF part(
                QPointF(x(stage.begin), 0), QPointF(std::max(x(stage.end), x(stage.begin) + 1), height()));
            const QColor color = m_theme.color(stateOf(stage.kind));
            painter.fillRect(part, color);
            painter.setPen(qGray(color.rgb()) > 140 ? Qt::black : Qt::white);
            const QStringList wordings {wordsOf(stage), tenthsText(stage.length())};
            const auto fitting = std::ranges::find_if(wordings, [&](const QString &words) {
                return fontMetrics().horizontalAdvance(words) + 8 <= part.width();
            });
            if (fitting != wordings.end())
                painter.drawText(part, static_cast<int>(Qt::AlignCenter), *fitting);
        }
    }

private:
    static QString wordsOf(const Stage &stage)
    {
        return wordOf(stage.kind) + u' ' + tenthsText(stage.length());
    }

    const Theme &m_theme;
    std::vector<Stage> m_stages;
};

/// A sentence that stands out.
class AdviceLabel : public QLabel
{
public:
    explicit AdviceLabel(QWidget *parent) : QLabel(parent)
    {
        setContentsMargins(10, 5, 6, 5);
        setWordWrap(true);
        setTextFormat(Qt::RichText);
        setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse);
    }

protected:
    void paintEvent(QPaintEvent *event) override
    {
        QPainter painter(this);
        QColor color = palette().color(QPalette::Link);
        const auto placed = [this](const QRect &rect) {
            return QStyle::visualRect(layoutDirection(), this->rect(), rect);
        };
        painter.fillRect(placed({0, 0, 3, height()}), color);
        color.setAlpha(28);
        painter.fillRect(placed({3, 0, width() - 3, height()}), color);
        painter.end();
        QLabel::paintEvent(event);
    }
};

std::vector<int> pileLevels(const std::vector<double> &places, double apart)
{
    std::vector<std::size_t> order(places.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return places[i]; });
    std::vector<int> levels(places.size(), 0);
    double foot = 0; // where the present pile began
    int level = -1;
    for (const std::size_t i : order) {
        level = level >= 0 && places[i] - foot < apart ? level + 1 : 0;
        if (level == 0)
            foot = places[i];
        levels[i] = level;
    }
    return levels;
}

/// The recovery times of a set on one line, equal ones above each other, this one among them.
class DotStrip : public QWidget
{
public:
    DotStrip(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
    {
        setMinimumHeight(dotsHeight);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }

    void setTimes(std::vector<Duration> others, Duration own)
    {
        m_others = std::move(others);
        m_own = own;
        update();
    }
    QSize sizeHint() const override { return {200, dotsHeight}; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        Duration least = m_own;
        Duration most = m_own;
        for (const Duration time : m_others) {
            least = std::min(least, time);
            most = std::max(most, time);
        }
        constexpr double dot = 4;
        const double line = height() - fontMetrics().height() - 2.0;
        const auto x = [&](Duration time) {
            const double share = most > least
                ? static_cast<double>((time - least).count()) / static_cast<double>((most - least).count())
                : 0.5;
            return 2 * dot + share * (width() - 4 * dot);
        };
        painter.setPen(m_theme.color(Tone::Hairline));
        painter.drawLine(QPointF(0, line), QPointF(width(), line));
        painter.setPen(Qt::NoPen);
        QColor quiet = m_theme.color(Tone::Quiet);
        quiet.setAlpha(150);
        painter.setBrush(quiet);
        std::vector<double> places {x(m_own)};
        for (const Duration time : m_others)
            places.push_back(x(time));
        const std::vector<int> levels = pileLevels(places, dot);
        const double lowest = line - dot - 2;
        const double step = std::min(2 * dot + 1, (lowest - dot - 1) / std::max(1, std::ranges::max(levels)));
        for (std::size_t i = 1; i < places.size(); ++i)
            painter.drawEllipse(QPointF(places[i], lowest - levels[i] * step), dot, dot);
        painter.setBrush(palette().color(QPalette::Link));
        painter.drawEllipse(QPointF(places.front(), lowest - levels.front() * step), dot + 1, dot + 1);
        painter.setPen(m_theme.color(Tone::Quiet));
        painter.setLayoutDirection(Qt::LeftToRight); // as the dots stand
        const QRectF below(0, line + 2, width(), fontMetrics().height());
        painter.drawText(below, static_cast<int>(Qt::AlignLeft), tenthsText(least));
        if (most > least)
            painter.drawText(below, static_cast<int>(Qt::AlignRight), tenthsText(most));
    }

private:
    const Theme &m_theme;
    std::vector<Duration> m_others;
    Duration m_own {};
};

RecoveryCard::RecoveryCard(const ClusterView &cluster, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_theme(theme)
    , m_columns(new QBoxLayout(QBoxLayout::LeftToRight, this))
{
    setObjectName(u"recoveryCard"_s);
    setAccessibleName(tr("The story of a recovery"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_columns->setContentsMargins(12, 6, 12, 8);
    m_columns->setSpacing(20);
    auto *left = new QVBoxLayout;
    auto *right = new QVBoxLayout;
    for (QBoxLayout *column : {left, right})
        column->setSpacing(inColumn);
    fillLeft(left);
    fillRight(right);
    m_columns->addLayout(left, 1);
    m_columns->addLayout(right, 1);
    connect(&theme, &Theme::changed, this, [this] {
        for (QLabel *label : {m_route, m_advice})
            label->clear(); // the links of a text that stays keep their colour
        refresh();
    });
    refresh();
}

QLabel *RecoveryCard::addLabel(QBoxLayout *column, const char16_t *name)
{
    auto *label = new QLabel(this);
    label->setObjectName(QString::fromUtf16(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse);
    label->setMinimumWidth(1);
    column->addWidget(label);
    return label;
}

void RecoveryCard::fillLeft(QBoxLayout *column)
{
    m_title = addLabel(column, u"recoveryTitle");
    m_title->setTextFormat(Qt::RichText);
    m_route = addLabel(column, u"recoveryRoute");
    m_route->setTextFormat(Qt::RichText);
    connect(m_route, &QLabel::linkActivated, this, [this](const QString &which) {
        if (const Episode *shown = episode())
            emit machineChosen(which == "new"_L1 ? replacementOf(*shown) : failedObjectOf(*shown));
    });
    auto *line = new QHBoxLayout;
    line->setSpacing(3 * inColumn);
    m_figure = addLabel(line, u"recoveryFigure");
    m_figure->setFont(enlarged(figureTimes, true));
    m_figure->setWordWrap(false);
    m_caption = addLabel(line, u"recoveryCaption");
    line->setStretchFactor(m_caption, 1);
    column->addLayout(line);
    m_outcome = addLabel(column, u"recoveryOutcome");
    m_forecast = addLabel(column, u"recoveryForecast");
    m_forecast->setToolTip(
        tr("What the rule's wait and the set's last replacements let expect, and what was"));
    m_phases = new PhaseBar(m_theme, this);
    column->addWidget(m_phases);
    m_advice = new AdviceLabel(this);
    m_advice->setObjectName(u"recoveryAdvice"_s);
    m_advice->setMinimumWidth(1);
    connect(m_advice, &QLabel::linkActivated, this, &RecoveryCard::experimentAsked);
    column->addWidget(m_advice);
    auto *bar = new QWidget(this);
    auto *buttons = new QHBoxLayout(bar);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(2 * inColumn);
    auto *replay = new QPushButton(tr("Replay"), this);
    replay->setObjectName(u"replayRecovery"_s);
    replay->setToolTip(tr("Show it again as it was, slower or faster"));
    auto *jump = new QPushButton(tr("Jump to start"), this);
    jump->setObjectName(u"jumpToStart"_s);
    jump->setToolTip(tr("Show the stretch of time in the timeline"));
    auto *keep = new QPushButton(tr("Export…"), this);
    keep->setObjectName(u"exportRecovery"_s);
    for (QPushButton *button : {replay, jump, keep}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    wearButtonLook(bar, m_theme);
    column->addWidget(bar);
    column->addStretch(1);
    connect(replay, &QPushButton::clicked, this, [this] { emit replayAsked(m_shown); });
    connect(jump, &QPushButton::clicked, this, &RecoveryCard::jumpAsked);
    connect(keep, &QPushButton::clicked, this,
        [this, keep] { emit exportAsked(m_shown, keep->mapToGlobal(keep->rect().bottomLeft())); });
}

void RecoveryCard::fillRight(QBoxLayout *column)
{
    m_marks = addLabel(column, u"recoveryMarks");
    m_marks->setTextFormat(Qt::RichText);
    m_comparison = addLabel(column, u"recoveryComparison");
    m_comparison->setTextFormat(Qt::RichText);
    m_dots = new DotStrip(m_theme, this);
    column->addWidget(m_dots);
    column->addStretch(1);
}

const Episode *RecoveryCard::episode() const
{
    const auto &episodes = m_cluster.health().episodes();
    const auto found = episodes.find(m_shown);
    return found == episodes.end() ? nullptr : &found->second;
}

void RecoveryCard::showEpisode(std::uint64_t episode)
{
    m_shown = episode;
    refresh();
}

bool RecoveryCard::goesOn() const
{
    const Episode *shown = episode();
    return shown && shown->outcome == core::timeline::Outcome::Open;
}

void RecoveryCard::refresh()
{
    const Episode *shown = episode();
    for (QWidget *part : findChildren<QWidget *>(Qt::FindDirectChildrenOnly))
        part->setVisible(shown);
    if (!shown)
        return;
    const Episode known = m_cluster.asKnown(*shown);
    const RecoveryStory story = knownStoryOf(*shown, m_cluster);
    const QString quiet = m_theme.color(Tone::Quiet).name();
    m_title->setText(u"<b style=\"font-size:%1pt\">%2</b>&nbsp; <span style=\"color:%3\">%4</span>"_s.arg(
        QString::number(enlarged(titleTimes).pointSizeF()), story.title, quiet, story.place.toHtmlEscaped()));
    const QString old =
        shown->machine.name.empty() ? text(shown->node).toHtmlEscaped() : routePart(shown->machine, u"old");
    m_route->setText(
        known.replacement.name.empty() ? old : old + u" → "_s + routePart(known.replacement, u"new"));
    m_figure->setText(story.figure);
    m_caption->setText(story.caption);
    m_outcome->setText(story.outcome);
    const bool isTold = known.outcome == core::timeline::Outcome::Replaced; // by the figure
    m_outcome->setHidden(isTold || story.outcome.isEmpty());
    m_forecast->setText(story.forecast);
    m_forecast->setHidden(story.forecast.isEmpty());
    m_phases->setStages(
        m_cluster.hadBegun(*shown) ? stagesSoFar(known, m_cluster.now()) : std::vector<Stage>());
    m_advice->setText(adviceHtml(story));
    m_advice->setHidden(story.advice.isEmpty());
    QString sources;
    for (const StoryMark &mark : story.marks)
        sources += u"<br>%1 %2: %3"_s.arg(mark.glyph, mark.word.toHtmlEscaped(), mark.source);
    m_marks->setToolTip(tr("When the change was seen here, and what showed it:") + sources);
    m_marks->setText(marksHtml(story, m_theme.color(Tone::Quiet)));
    showComparison(*shown);
}

void RecoveryCard::showComparison(const Episode &episode)
{
    std::vector<Duration> others;
    for (const auto &[id, other] : m_cluster.health().episodes()) {
        const auto recovery = m_cluster.knownRecovery(other);
        if (recovery && id != episode.id && other.isOfSameSet(episode))
            others.push_back(*recovery);
    }
    const auto own = m_cluster.knownRecovery(episode);
    const bool compares = own && !others.empty();
    m_comparison->setHidden(!compares);
    m_dots->setHidden(!compares);
    if (!compares)
        return;
    const QString which = episode.machineSet.name.empty()
        ? tr("Compared with the other %n without a set", nullptr, static_cast<int>(others.size()))
        : tr("Compared with the other %n of this set", nullptr, static_cast<int>(others.size()));
    std::vector<Duration> all = others;
    all.push_back(*own);
    const auto statistics = core::timeline::statisticsOf(std::move(all));
    m_comparison->setText(u"<b>%1</b><br>%2"_s.arg(which,
        tr("median %1 · p95 %2 · worst %3")
            .arg(tenthsText(statistics.median), tenthsText(statistics.p95), tenthsText(statistics.worst))));
    m_dots->setTimes(std::move(others), *own);
}

std::optional<TimeWindow::Range> RecoveryCard::span() const
{
    const Episode *shown = episode();
    if (!shown)
        return std::nullopt;
    const auto end = shown->completeAt ? shown->completeAt : shown->recoveredAt;
    return TimeWindow::Range {shown->faultAt.value_or(shown->unhealthyAt) - aroundStory,
        end.value_or(m_cluster.now()) + aroundStory};
}

void RecoveryCard::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    m_figure->setFont(enlarged(figureTimes, true));
    refresh();
}

/// One column below the other where there is no room beside each other.
void RecoveryCard::resizeEvent(QResizeEvent *event)
{
    m_columns->setDirection(
        event->size().width() < leastBesideEachOther ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    QWidget::resizeEvent(event);
}

} // namespace ui
