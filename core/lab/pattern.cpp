// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/pattern.h"

#include <QRegularExpression>

namespace core::lab {

struct Pattern::Compiled {
    QRegularExpression expression;
};

Pattern::Pattern(std::string text) : m_text(std::move(text))
{
    // A limit keeps the likes of (a+)+$ from stopping everything else.
    const QString limited = QStringLiteral("(*LIMIT_MATCH=100000)") + QString::fromStdString(m_text);
    m_compiled = std::make_shared<Compiled>(Compiled {QRegularExpression(limited)});
}

bool Pattern::isValid() const
{
    return m_compiled->expression.isValid();
}

std::optional<bool> Pattern::matches(std::string_view value) const
{
    const QString text = QString::fromUtf8(value.data(), static_cast<qsizetype>(value.size()));
    const QRegularExpressionMatch match = m_compiled->expression.match(text);
    return match.isValid() ? std::optional(match.hasMatch()) : std::nullopt;
}

} // namespace core::lab
