// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The filter line of a table: words that must all occur; "!word" must not; "column=word" and "column!=word"
// ask one column, "label=key=value" and "label!=key=value" the labels. Letters' case does not matter.

#include <QString>

#include <functional>
#include <vector>

namespace ui {

class Filter
{
public:
    /// Asks the labels as if they were a column.
    static constexpr QLatin1StringView labels {"label"};

    Filter() = default;
    explicit Filter(const QString &text);

    bool isEmpty() const { return m_terms.empty(); }
    const QString &text() const { return m_text; }
    /// all is the row's whole text in lower case; column gives one column's by its id, null when there is no
    /// such column.
    bool accepts(const QString &all, const std::function<QString(const QString &column)> &column) const;

private:
    struct Term {
        QString column; ///< empty: any
        QString word;
        bool wanted = true;
    };

    QString m_text;
    std::vector<Term> m_terms;
};

} // namespace ui
