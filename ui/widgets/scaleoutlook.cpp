// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/scaleoutlook.h"

#include "core/engine/capacity.h"
#include "ui/commandsender.h"
#include "ui/format.h"
#include "ui/timeline/foreseen.h"
#include "ui/widgets/scalechips.h"

#include <QSpinBox>

#include <algorithm>
#include <iterator>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::engine::ScaleForecast;

namespace {

constexpr int outlookWidth = 380; // px
constexpr qsizetype mostBudgetsTold = 3; // of each kind

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

QString changesOf(const ScaleForecast &forecast)
{
    QStringList changes;
    for (const ScaleForecast::Part &part : forecast.parts)
        changes.append(ScaleOutlook::tr("%1 %L2 → %L3").arg(text(part.set)).arg(part.before).arg(part.after));
    return ScaleOutlook::tr("Its sets: %1.").arg(changes.join(ScaleOutlook::tr(", ")));
}

/// "2 machines wait for PodDisruptionBudget apps/guard, first workers-b: …"
QString waiting(const ScaleForecast::PodBudget &budget)
{
    const QString words = ScaleOutlook::tr(
        "%n machines wait for PodDisruptionBudget %1, first %2: it needs %L3 healthy pods, has %L4", nullptr,
        static_cast<int>(budget.waiting))
                              .arg(text(budget.name), text(budget.first))
                              .arg(budget.desired)
                              .arg(budget.healthy);
    return budget.allowed > 0
        ? ScaleOutlook::tr("%1 and lets %L2 go at a time.").arg(words).arg(budget.allowed)
        : ScaleOutlook::tr("%1 and lets none go.").arg(words);
}

/// In a sentence each, and how many more there are.
template<typename Budget>
QStringList firstBudgets(const std::vector<Budget> &budgets, QString (*sentenceOf)(const Budget &))
{
    const std::ptrdiff_t told = std::min<std::ptrdiff_t>(std::ssize(budgets), mostBudgetsTold);
    QStringList words;
    std::transform(budgets.begin(), budgets.begin() + told, std::back_inserter(words), sentenceOf);
    if (const std::ptrdiff_t more = std::ssize(budgets) - told; more > 0)
        words.append(ScaleOutlook::tr("And %n more budgets.", nullptr, static_cast<int>(more)));
    return words;
}

QString spareOf(const ScaleForecast::MachineBudget &budget)
{
    return ScaleOutlook::tr(
        "MachineDisruptionBudget %1, which holds no scaling back, then lets health checks "
        "take %L2 of %L3 machines.")
        .arg(text(budget.name))
        .arg(std::clamp<std::int64_t>(budget.expected - budget.desired, 0, budget.expected))
        .arg(budget.expected);
}

} // namespace

QString scaleWords(const ClusterView &cluster, const ObjectRef &target, const ScaleForecast &forecast)
{
    QStringList words {ScaleOutlook::tr("%L1 → %L2.").arg(forecast.present).arg(forecast.wanted)};
    if (forecast.created() > 0) {
        words.append(ScaleOutlook::tr("%n machines more.", nullptr, static_cast<int>(forecast.created())));
        if (const auto within = readyWithin(cluster, target, forecast.created()))
            words.append(ScaleOutlook::tr("Ready within about %1.").arg(tenthsText(*within)));
        if (cluster.status().mode == core::engine::Mode::Lab)
            words.append(ScaleOutlook::tr("About %1 of memory.")
                             .arg(roughBytesText(forecast.created() * core::engine::bytesOfMachine)));
    } else if (forecast.deleted() > 0) {
        words.append(leaving(forecast));
        if (forecast.evicted > 0)
            words.append(ScaleOutlook::tr(
                "Before that %n pods leave their nodes.", nullptr, static_cast<int>(forecast.evicted)));
    }
    if (!forecast.parts.empty())
        words.append(changesOf(forecast));
    if (forecast.rollout)
        words.append(
            ScaleOutlook::tr("The rollout goes on, with at most %L1 machines, of which %L2 are available.")
                .arg(forecast.rollout->most)
                .arg(forecast.rollout->leastAvailable));
    words.append(firstBudgets(forecast.podBudgets, waiting));
    for (const ScaleForecast::Check &check : forecast.checks)
        words.append(ScaleOutlook::tr("Health check %1 then allows %2 of %L3 = %L4 to be unhealthy.")
                         .arg(ui::text(check.name), ui::text(check.maxUnhealthyText))
                         .arg(check.expected)
                         .arg(check.maxUnhealthy));
    words.append(firstBudgets(forecast.machineBudgets, spareOf));
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
    hide();
}

void ScaleOutlook::attend(QSpinBox *box, const ObjectRef &target)
{
    if ((!isSet(target.kind) && !isDeployment(target.kind)) || box == m_box)
        return;
    m_box = box;
    showChips(target);
    connect(box, &QSpinBox::valueChanged, this, [this, target](int replicas) { ask(target, replicas); });
    connect(box, &QObject::destroyed, this, &QWidget::hide);
}

/// The chips stand below the number, or above it where the window ends.
void ScaleOutlook::showChips(const ObjectRef &target)
{
    QWidget *whole = parentWidget();
    delete m_chips;
    m_chips = new ScaleChips(*m_box, static_cast<int>(wantedReplicas(m_cluster, target).value_or(0)),
        replicasLimit(m_cluster), whole);
    connect(m_box, &QObject::destroyed, m_chips, &QObject::deleteLater);
    m_chips->adjustSize();
    const QPoint place = m_box->mapTo(whole, QPoint());
    const int below = place.y() + m_box->height() + 1;
    const bool fits = below + m_chips->height() <= whole->height();
    m_chips->move(std::clamp(place.x(), 0, std::max(0, whole->width() - m_chips->width())),
        fits ? below : place.y() - m_chips->height() - 1);
    m_chips->show();
    m_chips->raise();
}

void ScaleOutlook::ask(const ObjectRef &target, std::int64_t replicas)
{
    if (const QString why = m_commands.whyTooMany(replicas); !why.isEmpty()) {
        setText(why);
        return place();
    }
    m_commands.foreseeScale(target, replicas, [this, target](const ScaleForecast &forecast) {
        if (!m_box || m_box->value() != forecast.wanted)
            return; // something else was typed meanwhile
        setText(scaleWords(m_cluster, target, forecast));
        place();
    });
}

/// The words stand below number and chips, within the window.
void ScaleOutlook::place()
{
    const QWidget *whole = parentWidget();
    setFixedWidth(std::min(outlookWidth, whole->width() - 8));
    setFixedHeight(heightForWidth(width()));
    const QRect box = QRect(m_box->mapTo(whole, QPoint()), m_box->size());
    const QRect typed = m_chips ? box.united(m_chips->geometry()) : box;
    const int below = typed.bottom() + 2;
    const int top = below + height() <= whole->height() ? below : typed.top() - height() - 2;
    move(std::clamp(box.left(), 0, std::max(0, whole->width() - width())), std::max(0, top));
    show();
    raise();
}

} // namespace ui
