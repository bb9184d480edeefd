// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/scaledialog.h"

#include "ui/commandsender.h"
#include "ui/dialogs/ask.h"
#include "ui/dialogs/scalepreview.h"
#include "ui/widgets/scalechips.h"

#include <QBoxLayout>
#include <QLabel>
#include <QSpinBox>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int questionWidth = 380; // px
constexpr std::chrono::milliseconds idleTyping {400};

} // namespace

ScaleDialog::ScaleDialog(const ClusterView &cluster, CommandSender &commands, std::vector<ObjectRef> targets,
    const QString &question, QWidget *window)
    : QInputDialog(window)
    , m_cluster(cluster)
    , m_commands(commands)
    , m_question(question)
    , m_targets(std::move(targets))
    , m_preview(new ScalePreview(cluster, commands, this))
{
    setObjectName(u"scaleDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(m_targets.size() == 1
            ? tr("Scale %1").arg(nameOf(m_targets.front()))
            : tr("Scale %n sets or deployments", nullptr, static_cast<int>(m_targets.size())));
    setInputMode(QInputDialog::IntInput);
    setLabelText(question);
    connect(this, &QInputDialog::intValueChanged, this, &ScaleDialog::foresee);
    connect(m_preview, &ScalePreview::changed, this,
        [this] { setLabelText(m_question + u"\n\n"_s + m_preview->words()); });
    connect(this, &QInputDialog::intValueSelected, this,
        [this](int replicas) { m_commands.scaleAsSeen(m_targets, replicas); });
    const std::int64_t wanted = wantedReplicas(cluster, m_targets.front()).value_or(0);
    const int before = static_cast<int>(std::min<std::int64_t>(wanted, mostTyped));
    setIntRange(0, mostTyped);
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
    column->insertWidget(
        column->indexOf(box) + 1, new ScaleChips(*box, before, replicasLimit(m_cluster), this));
    if (auto *words = findChild<QLabel *>()) {
        words->setWordWrap(true);
        words->setMinimumWidth(questionWidth);
    }
}

void ScaleDialog::done(int result)
{
    if (result != Accepted || m_commands.whyTooMany(intValue()).isEmpty())
        QInputDialog::done(result);
}

void ScaleDialog::foresee(int replicas)
{
    std::vector<Scaling> scalings;
    if (const QString why = m_commands.whyTooMany(replicas); !why.isEmpty()) {
        setLabelText(m_question + u"\n\n"_s + why);
        return m_preview->ask({}, idleTyping);
    }
    for (const ObjectRef &target : m_targets)
        scalings.push_back({target, wantedReplicas(m_cluster, target).value_or(0), replicas});
    m_preview->ask(std::move(scalings), idleTyping);
}

} // namespace ui
