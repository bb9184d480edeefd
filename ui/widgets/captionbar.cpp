// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/captionbar.h"

#include "ui/commandsender.h"
#include "ui/format.h"
#include "ui/spoken.h"
#include "ui/textsize.h"
#include "ui/widgets/buttonlook.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::engine::ScenarioProgress;
using core::scenario::StepReport;

namespace {

constexpr std::chrono::seconds captionStays {20};

std::size_t stepsDone(const ScenarioProgress &progress)
{
    return static_cast<std::size_t>(std::ranges::count_if(progress.steps, [](const StepReport &step) {
        return step.state == StepReport::State::Ok || step.state == StepReport::State::Failed;
    }));
}

/// The latest words said: not every step says some.
QString captionOf(const ScenarioProgress &progress)
{
    QString caption = spoken(progress.description);
    for (const StepReport &step : progress.steps) {
        if (step.state == StepReport::State::NotRun)
            break;
        if (!step.say.empty())
            caption = spoken(step.say);
    }
    return caption.simplified();
}

} // namespace

QString verdictOf(const ScenarioProgress &progress, core::api::Time now)
{
    if (*progress.ok)
        return CaptionBar::tr("All that it claims holds.");
    const auto failed = std::ranges::find(progress.steps, StepReport::State::Failed, &StepReport::state);
    return failed == progress.steps.end()
        ? CaptionBar::tr("It did not come to its end.")
        : localTimes(CaptionBar::tr("%1: %2").arg(spoken(failed->text), spoken(failed->message)), now);
}

CaptionBar::CaptionBar(
    const ClusterView &cluster, CommandSender &commands, const Theme &theme, QWidget *parent)
    : QFrame(parent)
    , m_cluster(cluster)
    , m_theme(theme)
    , m_title(new QLabel(this))
    , m_caption(new QLabel(this))
    , m_pause(new QToolButton(this))
    , m_step(new QToolButton(this))
    , m_stop(new QToolButton(this))
{
    setObjectName(u"captionBar"_s);
    m_caption->setObjectName(u"caption"_s);
    m_caption->setTextFormat(Qt::PlainText);
    m_caption->setWordWrap(true);
    m_caption->setFont(enlarged(captionTimes));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setForegroundRole(QPalette::PlaceholderText);
    m_pause->setObjectName(u"pauseScenario"_s);
    m_step->setObjectName(u"stepScenario"_s);
    m_step->setText(tr("Next step"));
    m_step->setToolTip(tr("Take one step of the paused scenario"));
    m_stop->setObjectName(u"stopScenario"_s);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(14, 8, 10, 10);
    auto *words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_title);
    words->addWidget(m_caption);
    line->addLayout(words, 1);
    for (QToolButton *button : {m_step, m_pause, m_stop})
        line->addWidget(button, 0, Qt::AlignTop);
    wearButtonLook(this, theme);
    m_leave.setSingleShot(true);
    connect(&m_leave, &QTimer::timeout, this, &QWidget::hide);
    connect(m_step, &QToolButton::clicked, &commands, &CommandSender::stepScenario);
    connect(m_pause, &QToolButton::clicked, this, [this, &commands] {
        if (m_cluster.scenario().paused)
            commands.continueScenario();
        else
            commands.pauseScenario();
    });
    connect(m_stop, &QToolButton::clicked, this, [this, &commands] {
        if (m_cluster.scenario().isRunning())
            commands.stopScenario();
        else
            hide();
    });
    hide();
}

void CaptionBar::showProgress()
{
    const ScenarioProgress &progress = m_cluster.scenario();
    if (progress.name.empty())
        return hide();
    const QString name = spoken(progress.name);
    m_stop->setText(progress.isRunning() ? tr("Stop") : tr("Close"));
    m_pause->setText(progress.paused ? tr("Continue") : tr("Pause"));
    m_pause->setToolTip(progress.paused ? tr("Go on with the steps that are left")
                                        : tr("Begin no other step; the one under way goes on"));
    m_pause->setVisible(progress.isRunning());
    m_step->setVisible(progress.isRunning() && progress.paused);
    if (progress.isRunning()) {
        const QString where = progress.paused ? tr("%1 · step %2 of %3 · paused") : tr("%1 · step %2 of %3");
        m_title->setText(where.arg(name)
                             .arg(std::min(stepsDone(progress) + 1, progress.steps.size()))
                             .arg(progress.steps.size()));
        m_caption->setText(captionOf(progress));
        m_leave.stop();
    } else {
        m_title->setText(*progress.ok ? tr("%1 · done").arg(name) : tr("%1 · failed").arg(name));
        m_caption->setText(verdictOf(progress, m_cluster.now()));
        m_leave.start(captionStays);
    }
    show();
    update();
}

/// The tint of what is chosen, or of what went wrong; below it how far it is.
void CaptionBar::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        m_caption->setFont(enlarged(captionTimes));
}

void CaptionBar::paintEvent(QPaintEvent *)
{
    const ScenarioProgress &progress = m_cluster.scenario();
    const bool failed = progress.ok && !*progress.ok;
    QPainter painter(this);
    painter.fillRect(rect(),
        failed ? mixed(m_theme.color(State::NotReady), palette().color(QPalette::Base), 1.0 / 7)
               : m_theme.color(Tone::Selection));
    const double share = progress.steps.empty()
        ? 0
        : static_cast<double>(stepsDone(progress)) / static_cast<double>(progress.steps.size());
    painter.fillRect(QRectF(0, height() - 3, width() * share, 3),
        failed ? m_theme.color(State::NotReady) : m_theme.color(Tone::Accent));
}

} // namespace ui
