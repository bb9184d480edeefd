// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whether the server of somebody's cluster, asked on trial, would accept what is to be changed there.

#include "ui/commandsender.h"

namespace ui {

class ServerTrial : public QObject
{
    Q_OBJECT

public:
    struct Part {
        QString name; ///< of the object, in what is said of it
        std::function<void(CommandSender::Answer)> submit;
        /// What the server would make of it instead; empty where it does as it is told.
        std::function<QString(const core::api::Json &object)> otherwise = {};
    };

    using QObject::QObject;

    /// Forgets what was asked before.
    void prepare(std::vector<Part> parts);
    void send();
    /// The first refusal, or whatever else the server says of one of them, before what it accepts.
    QString words() const;

signals:
    void changed();

private:
    std::vector<Part> m_parts;
    std::vector<std::optional<core::engine::CommandResult<core::api::Answered>>> m_answers;
    int m_round = 0;
};

} // namespace ui
