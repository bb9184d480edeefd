// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/scaledialog.h"

#include "ui/commandsender.h"
#include "ui/dialogs/ask.h"
#include "ui/format.h"
#include "ui/widgets/scalechips.h"
#include "ui/widgets/scaleoutlook.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QSpinBox>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int questionWidth = 380; // px

} // namespace

ScaleDialog::ScaleDialog(const ClusterView &cluster, CommandSender &commands, std::vector<ObjectRef> targets,
    const QString &question, QWidget *window)
    : QInputDialog(window)
    , m_cluster(cluster)
    , m_commands(commands)
    , m_targets(std::move(targets))
    , m_question(question)
    , m_forecasts(m_targets.size())
{
    setObjectName(u"scaleDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(m_targets.size() == 1
            ? tr("Scale %1").arg(nameOf(m_targets.front()))
            : tr("Scale %n sets or deployments", nullptr, static_cast<int>(m_targets.size())));
    setInputMode(QInputDialog::IntInput);
    setLabelText(question);
    connect(this, &QInputDialog::intValueChanged, this, &ScaleDialog::foresee);
    connect(this, &QInputDialog::intValueSelected, this,
        [this](int replicas) { m_commands.scale(m_targets, replicas); });
    const std::int64_t wanted = wantedReplicas(cluster, m_targets.front()).value_or(0);
    const int before = static_cast<int>(std::min<std::int64_t>(wanted, mostReplicas));
    setIntRange(0, mostReplicas);
    setIntValue(before);
    setOkButtonText(tr("Scale"));
    addChips(before);
    showPlain(*this);
}

/// The chips stand below the box.
void ScaleDialog::addChips(int before)
{
    auto *box = findChild<QSpinBox *>();
    auto *column = qobject_cast<QBoxLayout *>(layout());
    if (!box || !column)
        return;
    column->insertWidget(column->indexOf(box) + 1, new ScaleChips(*box, before, this));
    if (auto *words = findChild<QLabel *>()) {
        words->setWordWrap(true);
        words->setMinimumWidth(questionWidth);
    }
}

void ScaleDialog::foresee(int replicas)
{
    std::ranges::fill(m_forecasts, std::nullopt);
    for (std::size_t i = 0; i < m_targets.size(); ++i) {
        m_commands.foreseeScale(
            m_targets[i], replicas, [shown = QPointer(this), i](const core::engine::ScaleForecast &forecast) {
                if (!shown || shown->intValue() != forecast.wanted)
                    return; // something else was typed meanwhile
                shown->m_forecasts[i] = forecast;
                shown->showOutlook();
            });
    }
}

void ScaleDialog::showOutlook()
{
    QStringList lines {m_question, {}};
    std::int64_t present = 0;
    std::int64_t wanted = 0;
    for (std::size_t i = 0; i < m_targets.size(); ++i) {
        if (!m_forecasts[i])
            continue;
        const QString words = scaleWords(m_cluster, m_targets[i], *m_forecasts[i]);
        lines.append(m_targets.size() == 1 ? words : tr("%1: %2").arg(text(m_targets[i].key.name), words));
        present += m_forecasts[i]->present;
        wanted += m_forecasts[i]->wanted;
    }
    const auto known = [](const auto &forecast) { return forecast.has_value(); };
    if (m_targets.size() > 1 && std::ranges::all_of(m_forecasts, known))
        lines.append(tr("Together %L1 → %L2.").arg(present).arg(wanted));
    setLabelText(lines.join(u'\n'));
}

} // namespace ui
