// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A session without a core: remembers the commands, and sends the changes a test wants.

#include "core/engine/pastoutlook.h"
#include "ui/session.h"

namespace fake {

class Session : public ui::Session
{
public:
    quint64 submit(core::engine::Command command) override
    {
        if (const auto *inspect = std::get_if<core::engine::Inspect>(&command)) {
            inspected = inspect->object; // follows every click, and changes nothing
            return std::numeric_limits<quint64>::max();
        }
        if (const auto *locking = std::get_if<core::engine::SetLocked>(&command)) {
            lockAsked = locking->locked;
            return std::numeric_limits<quint64>::max() - 1;
        }
        if (const auto *drop = std::get_if<core::engine::DropTrial>(&command)) {
            dropped.push_back(drop->id);
            return std::numeric_limits<quint64>::max() - 2;
        }
        if (std::holds_alternative<core::engine::ForeseeFault>(command)) {
            foreseen = std::get<core::engine::ForeseeFault>(command);
            const quint64 question = (1U << 30U) + ++m_questions;
            QMetaObject::invokeMethod(
                this,
                [this, question] {
                    emit commandDone({question, core::api::joinedText(sayingsOf(forecast)), forecast});
                },
                Qt::QueuedConnection);
            return question;
        }
        if (const auto *scale = std::get_if<core::engine::ForeseeScale>(&command))
            return answerScale(*scale);
        if (const auto *seeking = std::get_if<core::engine::SeekMoment>(&command)) {
            sought.push_back(seeking->at);
            return firstSeek + sought.size();
        }
        commands.push_back(std::move(command));
        return commands.size();
    }
    void acknowledge() override { ++acknowledged; }
    std::vector<std::string> prerequisiteNames() const override
    {
        return {"CustomResourceDefinition machines.machine.openshift.io", "Namespace kubemark-actuator"};
    }

    void send(core::engine::ChangeSet changes)
    {
        emit changed(std::make_shared<const core::engine::ChangeSet>(std::move(changes)));
    }
    /// Answers the last command.
    void answer(core::base::Result<std::string> result)
    {
        emit commandDone({commands.size(), std::move(result)});
    }

    /// Answers the last command, which tries what is written: the server would take it as it is.
    void acceptTrial() { emit commandDone({commands.size(), std::string("Tried")}); }

    /// Answers one of the seeks, the last one unless its number is told.
    void tellMoment(core::engine::MomentPtr moment, std::size_t seek = 0)
    {
        if (moment) {
            auto foretelling = std::make_shared<core::engine::Moment>(*moment);
            foretelling->outlook = core::engine::outlookAt(*moment, {.healthChecks = true, .rollouts = true});
            moment = std::move(foretelling);
        }
        emit commandDone(
            {firstSeek + (seek > 0 ? seek : sought.size()), std::string("Found"), {}, std::move(moment)});
    }

    /// The last command, which has to be of that type.
    template<typename T>
    const T *last() const
    {
        return commands.empty() ? nullptr : std::get_if<T>(&commands.back());
    }

    std::vector<core::engine::Command> commands; ///< all but questions, seeks, SetLocked and DropTrial
    std::vector<quint64> dropped; ///< the trials that nobody waits for
    std::optional<core::api::ResourceRef> inspected;
    std::optional<bool> lockAsked;
    std::optional<core::engine::ForeseeFault> foreseen;
    /// Answers every ForeseeScale; without it none is.
    std::function<core::engine::ScaleForecast(const core::engine::ForeseeScale &)> foreseeScaling;
    core::engine::FaultForecast forecast {.nodes = 1, .others = 100}; ///< answers every ForeseeFault
    std::vector<core::api::Time> sought; ///< by SeekMoment
    int acknowledged = 0;

private:
    quint64 answerScale(const core::engine::ForeseeScale &scale)
    {
        const quint64 question = (1U << 30U) + ++m_questions;
        if (foreseeScaling) {
            core::engine::CommandOutcome outcome {question, std::string("Foreseen")};
            outcome.scaling = foreseeScaling(scale);
            QMetaObject::invokeMethod(
                this, [this, outcome] { emit commandDone(outcome); }, Qt::QueuedConnection);
        }
        return question;
    }

    static constexpr quint64 firstSeek = 1U << 29U;
    quint64 m_questions = 0;
};

} // namespace fake
