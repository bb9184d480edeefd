// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/scaleoutlook.h"

#include "ui/commandsender.h"
#include "ui/format.h"
#include "ui/timeline/foreseen.h"
#include "ui/timeline/recoverystory.h"

#include <QSpinBox>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::engine::ScaleForecast;

namespace {

constexpr int outlookWidth = 380; // px

QString reasonOf(ScaleForecast::Why why)
{
    using Why = ScaleForecast::Why;
    switch (why) {
    case Why::Marked:
        return ScaleOutlook::tr("marked for deletion");
    case Why::Failed:
        return ScaleOutlook::tr("it has failed");
    case Why::NoNode:
        return ScaleOutlook::tr("it has no node yet");
    case Why::Oldest:
        return ScaleOutlook::tr("the oldest go first");
    case Why::Newest:
        return ScaleOutlook::tr("the newest go first");
    case Why::Chance:
        break;
    }
    return ScaleOutlook::tr("by chance");
}

QString leaving(const ScaleForecast &forecast)
{
    QStringList names;
    for (const ScaleForecast::Leaver &leaver : forecast.first)
        names.append(ScaleOutlook::tr("%1 (%2)").arg(text(leaver.name), reasonOf(leaver.why)));
    const QString which = names.join(ScaleOutlook::tr(", "));
    return std::ssize(forecast.first) == forecast.deleted()
        ? ScaleOutlook::tr("%n machines go: %1.", nullptr, static_cast<int>(forecast.deleted())).arg(which)
        : ScaleOutlook::tr("%n machines go, first %1.", nullptr, static_cast<int>(forecast.deleted()))
              .arg(which);
}

} // namespace

QString scaleWords(const ClusterView &cluster, const ObjectRef &set, const ScaleForecast &forecast)
{
    QStringList words {ScaleOutlook::tr("%L1 → %L2.").arg(forecast.present).arg(forecast.wanted)};
    if (forecast.created() > 0) {
        words.append(ScaleOutlook::tr("%n machines more.", nullptr, static_cast<int>(forecast.created())));
        if (const auto boots = bootsNow(cluster, {&set, 1}); boots && boots->most.count() > 0)
            words.append(ScaleOutlook::tr("Ready within about %1.").arg(tenthsText(boots->most)));
    } else if (forecast.deleted() > 0) {
        words.append(leaving(forecast));
    }
    for (const ScaleForecast::Check &check : forecast.checks)
        words.append(ScaleOutlook::tr("Health check %1 then allows %2 of %L3 = %L4 to be unhealthy.")
                         .arg(ui::text(check.name), ui::text(check.maxUnhealthyText))
                         .arg(check.expected)
                         .arg(check.maxUnhealthy));
    return words.join(u' ');
}

ScaleOutlook::ScaleOutlook(const ClusterView &cluster, CommandSender &commands, QWidget *window)
    : QLabel(window)
    , m_cluster(cluster)
    , m_commands(commands)
{
    setObjectName(u"scaleOutlook"_s);
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setMargin(8);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    setForegroundRole(QPalette::ToolTipText);
    setFrameShape(QFrame::StyledPanel);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    connect(&commands, &CommandSender::sent, this,
        [this](quint64, const core::engine::Command &command) { scaled(command); });
    hide();
}

void ScaleOutlook::attend(QSpinBox *box, const ObjectRef &set)
{
    if (set.kind != Kind::MachineSet || box == m_box)
        return;
    m_box = box;
    connect(box, &QSpinBox::valueChanged, this, [this, set](int replicas) { ask(set, replicas); });
    connect(box, &QObject::destroyed, this, &QWidget::hide);
}

void ScaleOutlook::ask(const ObjectRef &set, std::int64_t replicas)
{
    m_commands.foreseeScale(set, replicas, [this, set](const ScaleForecast &forecast) {
        if (!m_box || m_box->value() != forecast.wanted)
            return; // something else was typed meanwhile
        setText(scaleWords(m_cluster, set, forecast));
        place();
    });
}

/// Below the number, within the window.
void ScaleOutlook::place()
{
    const QWidget *whole = parentWidget();
    setFixedWidth(std::min(outlookWidth, whole->width() - 8));
    setFixedHeight(heightForWidth(width()));
    const QPoint below = m_box->mapTo(whole, QPoint(0, m_box->height() + 2));
    const int top =
        below.y() + height() <= whole->height() ? below.y() : below.y() - m_box->height() - height() - 4;
    move(std::clamp(below.x(), 0, std::max(0, whole->width() - width())), std::max(0, top));
    show();
    raise();
}

void ScaleOutlook::scaled(const core::engine::Command &command)
{
    const auto *scale = std::get_if<core::engine::Scale>(&command);
    if (!scale || scale->target.resource != &resourceOf(Kind::MachineSet))
        return;
    const ObjectRef set {Kind::MachineSet, scale->target.key};
    std::erase_if(m_awaited, [&](const Awaited &awaited) { return awaited.set == set; });
    if (m_cluster.tally(set).total() >= scale->replicas)
        return;
    const auto boots = bootsNow(m_cluster, {&set, 1});
    m_awaited.push_back(
        {set, scale->replicas, m_cluster.present(), boots ? std::optional(boots->most) : std::nullopt});
}

void ScaleOutlook::clusterChanged()
{
    std::erase_if(m_awaited, [this](const Awaited &awaited) {
        const SetTally tally = m_cluster.tally(awaited.set);
        if (tally.total() != awaited.wanted || tally.of(State::Ready) != awaited.wanted)
            return false;
        const QString took = tr("%1: %L2 of %L2 Ready after %3")
                                 .arg(ui::text(awaited.set.key.name))
                                 .arg(awaited.wanted)
                                 .arg(tenthsText(m_cluster.present() - awaited.since));
        emit noticed({.text = awaited.foreseen && awaited.foreseen->count() > 0
                ? tr("%1 (foreseen: within about %2)").arg(took, tenthsText(*awaited.foreseen))
                : took,
            .seconds = 10,
            .topic = u"scaled "_s + ui::text(awaited.set.key.name)});
        return true;
    });
}

} // namespace ui
