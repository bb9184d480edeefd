// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/scalepreview.h"

#include "core/api/json.h"
#include "ui/dialogs/ask.h"
#include "ui/format.h"
#include "ui/kubectlline.h"
#include "ui/widgets/scaleoutlook.h"

#include <QMessageBox>
#include <QPointer>

#include <algorithm>
#include <ranges>
#include <utility>

namespace ui {

using namespace Qt::Literals::StringLiterals;

ScalePreview::ScalePreview(const ClusterView &cluster, CommandSender &commands, QObject *parent)
    : QObject(parent)
    , m_cluster(cluster)
    , m_commands(commands)
{
    m_serverTimer.setSingleShot(true);
    connect(&m_serverTimer, &QTimer::timeout, &m_trial, &ServerTrial::send);
    connect(&m_trial, &ServerTrial::changed, this, &ScalePreview::changed);
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
                if (!self || round != self->m_round)
                    return; // something else was asked meanwhile
                self->m_parts[i].forecast = forecast;
                emit self->changed();
            });
    }
    std::vector<ServerTrial::Part> trials;
    for (const Part &part : m_parts)
        trials.push_back(trialOf(part.scaling));
    m_trial.prepare(std::move(trials));
    if (isExternal())
        m_serverTimer.start(serverAfter);
}

ServerTrial::Part ScalePreview::trialOf(const Scaling &scaling) const
{
    const QString name = text(scaling.target.key.name);
    return {name,
        [this, scaling](CommandSender::Answer then) { m_commands.tryScaling(scaling, std::move(then)); },
        [name, wanted = scaling.wanted](const core::api::Json &scale) {
            const auto replicas = core::api::integerAt(scale, {"spec", "replicas"}).value_or(wanted);
            return replicas == wanted ? QString()
                                      : tr("The server would make it %L1 for %2.").arg(replicas).arg(name);
        }};
}

QString ScalePreview::words() const
{
    QStringList words = forecastLines();
    if (!isExternal() || m_parts.empty())
        return words.join(u'\n');
    QStringList commands;
    for (const Part &part : m_parts)
        commands.append(kubectlLine(m_cluster.kubectl(), part.scaling.command()));
    words = QStringList {firstLines(changeLines()), m_trial.words(), {}} + words;
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
