// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/filter.h"

#include <QRegularExpression>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

Filter::Filter(const QString &text) : m_text(text)
{
    static const QRegularExpression columnTerm(u"^([a-z]+)(!?=)(.+)$"_s);
    for (const QString &word : text.toLower().split(u' ', Qt::SkipEmptyParts)) {
        const auto match = columnTerm.match(word);
        if (match.hasMatch())
            m_terms.push_back({match.captured(1), match.captured(3), match.captured(2) == "="_L1});
        else if (!word.startsWith(u'!'))
            m_terms.push_back({{}, word, true});
        else if (word.size() > 1)
            m_terms.push_back({{}, word.mid(1), false});
    }
}

bool Filter::accepts(const QString &all, const std::function<QString(const QString &)> &column) const
{
    return std::all_of(m_terms.begin(), m_terms.end(), [&](const Term &term) {
        const QString asked = term.column.isEmpty() ? all : column(term.column);
        return asked.contains(term.word) == term.wanted;
    });
}

} // namespace ui
