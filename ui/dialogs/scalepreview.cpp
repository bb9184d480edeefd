// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/scalepreview.h"

#include "core/api/json.h"
#include "ui/dialogs/ask.h"
#include "ui/format.h"
#include "ui/kubectlline.h"
#include "ui/spoken.h"
#include "ui/widgets/scaleoutlook.h"

#include <QMessageBox>
#include <QPointer>

#include <algorithm>
#include <ranges>
#include <utility>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::engine::CommandResult;

ScalePreview::ScalePreview(const ClusterView &cluster, CommandSender &commands, QObject *parent)
    : QObject(parent)
    , m_cluster(cluster)
    , m_commands(commands)
{
    m_serverTimer.setSingleShot(true);
    connect(&m_serverTimer, &QTimer::timeout, this, &ScalePreview::askServer);
}

bool ScalePreview::isExternal() const
{
    return m_cluster.status().mode != core::engine::Mode::Lab;
}

void ScalePreview::ask(std::vector<Scaling> scalings, std::chrono::milliseconds serverAfter)
{
    const int round = ++m_round;
    m_parts.clear();
    for (Scaling &scaling : scalings)
        m_parts.push_back({std::move(scaling)});
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const Scaling &scaling = m_parts[i].scaling;
        m_commands.foreseeScale(scaling.target, scaling.wanted,
            [self = QPointer(this), round, i](const core::engine::ScaleForecast &forecast) {
                if (self)
                    self->take(round, i, [&](Part &part) { part.forecast = forecast; });
            });
    }
    if (isExternal())
        m_serverTimer.start(serverAfter);
}

void ScalePreview::askServer()
{
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        m_commands.tryScaling(m_parts[i].scaling,
            [self = QPointer(this), round = m_round, i](const CommandResult<core::api::JsonPtr> &result) {
                if (self)
                    self->take(round, i, [&](Part &part) { part.trial = result; });
            });
    }
}

void ScalePreview::take(int round, std::size_t part, const Take &use)
{
    if (round != m_round)
        return; // something else was asked meanwhile
    use(m_parts[part]);
    emit changed();
}

QString ScalePreview::words() const
{
    QStringList words = forecastLines();
    if (!isExternal() || m_parts.empty())
        return words.join(u'\n');
    QStringList commands;
    for (const Part &part : m_parts)
        commands.append(kubectlLine(m_cluster.kubectl(), part.scaling.command()));
    words = QStringList {firstLines(changeLines()), serverWords(), {}} + words;
    words.append({{}, firstLines(commands)});
    return words.join(u'\n');
}

QStringList ScalePreview::forecastLines() const
{
    QStringList lines;
    std::int64_t present = 0;
    std::int64_t wanted = 0;
    for (const Part &part : m_parts) {
        if (!part.forecast)
            continue;
        const ObjectRef &target = part.scaling.target;
        const QString words = scaleWords(m_cluster, target, *part.forecast);
        lines.append(m_parts.size() == 1 ? words : tr("%1: %2").arg(text(target.key.name), words));
        present += part.forecast->present;
        wanted += part.forecast->wanted;
    }
    if (m_parts.size() > 1 && lines.size() == std::ssize(m_parts))
        lines.append(tr("Together %L1 → %L2.").arg(present).arg(wanted));
    return lines;
}

QStringList ScalePreview::changeLines() const
{
    QStringList lines;
    for (const auto &[target, before, wanted] : m_parts | std::views::transform(&Part::scaling))
        lines.append(tr("%1 in the namespace %2, spec.replicas: %L3 → %L4")
                         .arg(nameOf(target), text(target.key.ns))
                         .arg(before)
                         .arg(wanted));
    return lines;
}

/// The first refusal, or whatever else the server says of one of them, before what it accepts.
QString ScalePreview::serverWords() const
{
    for (const Part &part : m_parts) {
        const QString name = text(part.scaling.target.key.name);
        if (part.trial && !*part.trial)
            return tr("The server refuses this for %1: %2").arg(name, spoken(part.trial->error().says));
        const auto replicas =
            part.trial ? core::api::integerAt(***part.trial, {"spec", "replicas"}) : std::nullopt;
        if (replicas.value_or(part.scaling.wanted) != part.scaling.wanted)
            return tr("The server would make it %L1 for %2.").arg(*replicas).arg(name);
    }
    return std::ranges::all_of(m_parts, [](const Part &part) { return part.trial.has_value(); })
        ? tr("The server would accept this.")
        : tr("The server is being asked whether it would accept this …");
}

void askScaling(QWidget *window, const ClusterView &cluster, CommandSender &commands,
    const std::vector<Scaling> &scalings, const std::function<void()> &accepted)
{
    const QString what = scalings.size() == 1
        ? nameOf(scalings.front().target)
        : ScalePreview::tr("%n sets or deployments", nullptr, static_cast<int>(scalings.size()));
    const core::engine::Status &status = cluster.status();
    QMessageBox *box = ask(window,
        {.title = ScalePreview::tr("Scale"),
            .text = ScalePreview::tr("Scale %1 in the cluster %2 (%3)?")
                        .arg(what, text(status.contextName), text(status.server)),
            .details = {},
            .accept = ScalePreview::tr("Scale")},
        accepted);
    auto *preview = new ScalePreview(cluster, commands, box);
    const auto show = [box, preview] { box->setInformativeText(preview->words()); };
    QObject::connect(preview, &ScalePreview::changed, box, show);
    QObject::connect(box, &QDialog::finished, box, [preview] { delete preview; });
    preview->ask(scalings, std::chrono::milliseconds(0));
    show();
    showPlain(*box);
}

} // namespace ui
