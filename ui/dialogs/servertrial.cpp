// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/servertrial.h"

#include "ui/dialogs/trialwords.h"
#include "ui/spoken.h"

#include <QPointer>

#include <algorithm>

namespace ui {

using core::engine::CommandResult;

void ServerTrial::prepare(std::vector<Part> parts)
{
    ++m_round;
    m_parts = std::move(parts);
    m_answers.assign(m_parts.size(), std::nullopt);
}

void ServerTrial::send()
{
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const auto submit = m_parts[i].submit;
        submit([self = QPointer(this), round = m_round, i](const CommandResult<core::api::Answered> &answer) {
            if (!self || self->m_round != round)
                return; // something else was asked meanwhile
            self->m_answers[i] = answer;
            emit self->changed();
        });
    }
}

QString ServerTrial::words() const
{
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const auto &answer = m_answers[i];
        if (answer && !*answer)
            return tr("The server refuses this for %1: %2")
                .arg(m_parts[i].name, spoken(answer->error().says));
        const QString otherwise =
            answer && m_parts[i].otherwise ? m_parts[i].otherwise(*(*answer)->object) : QString();
        if (!otherwise.isEmpty())
            return otherwise;
    }
    if (!std::ranges::all_of(m_answers, [](const auto &answer) { return answer.has_value(); }))
        return tr("The server is being asked whether it would accept this …");
    std::vector<std::string> warnings;
    for (const auto &answer : m_answers)
        warnings.insert(warnings.end(), (*answer)->warnings.begin(), (*answer)->warnings.end());
    return tr("The server would accept this.")
        + (warnings.empty() ? QString() : u'\n' + warningWords(warnings));
}

} // namespace ui
