// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Writes down as a scenario (core/scenario/parse.h) what the user does in the window, with the lab's time
// that passes between (docs/window.md W28): it begins once the sets are as they were, and ends with how they
// are.

#include "ui/clusterview.h"

#include <QObject>
#include <QStringList>

namespace ui {

class CommandSender;

class ScenarioRecorder : public QObject
{
    Q_OBJECT

public:
    ScenarioRecorder(const ClusterView &cluster, CommandSender &commands, QObject *parent = nullptr);

    bool isOn() const { return m_beganAt.has_value(); }
    /// The deeds are those so far.
    int deeds() const { return static_cast<int>(m_deeds.size()); }
    /// What was done and is no step, in words.
    const QStringList &leftOut() const { return m_leftOut; }
    void start();
    /// The recording as YAML; it has ended.
    std::string stop();

signals:
    void changed();

private:
    struct Recorded {
        quint64 id = 0;
        core::api::Time at;
        std::vector<core::api::JsonObject> steps; ///< each of one verb
    };
    using Steps = std::vector<core::api::JsonObject>;

    void note(quint64 id, const core::engine::Command &command);
    void forgetRefused(quint64 id, const core::engine::CommandResult<> &result);
    Steps stepsOf(const core::engine::Command &command);
    Steps faultSteps(const std::vector<std::string> &nodes, const std::string &fault) const;
    Steps healSteps(const std::vector<std::string> &nodes) const;
    Steps deletionSteps(const core::engine::DeleteThing &deletion);
    /// The whole object as the patch makes it.
    Steps changeSteps(const core::api::ResourceRef &object, const core::api::Json &patch);
    Steps leaveOut(const QString &what);
    Steps setsAtTheBegin() const;
    /// Brings the sets that are scaled to where they began, as they are elsewhere once it has been played.
    Steps scaledBack() const;
    Steps setsAtTheEnd() const;

    const ClusterView &m_cluster;
    std::optional<core::api::Time> m_beganAt;
    std::uint64_t m_episodesBefore = 0; ///< the largest number of those that had begun
    Steps m_begin;
    std::vector<Recorded> m_deeds;
    QStringList m_leftOut;
};

} // namespace ui
