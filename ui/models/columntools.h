// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Columns that several tables have, written once.

#include "core/api/meta.h"
#include "ui/format.h"
#include "ui/models/cell.h"

#include <QCoreApplication>

#include <limits>

namespace ui {

inline SortKey sortBy(std::int64_t number)
{
    return {number, {}};
}

inline SortKey sortBy(std::string_view text)
{
    return {0, std::string(text)};
}

/// Youngest first when ascending, as people expect of an age.
inline SortKey sortByAge(const std::optional<core::api::Time> &since)
{
    return {since ? -since->time_since_epoch().count() : std::numeric_limits<std::int64_t>::max(), {}};
}

inline Cell plain(const QString &text)
{
    return {.text = text, .tip = text};
}

inline Cell quiet(const QString &text)
{
    return {.text = text, .tip = text, .quiet = true};
}

inline Cell age(const std::optional<core::api::Time> &since)
{
    return {.text = {}, .since = since, .quiet = true};
}

struct ColumnWords {
    Q_DECLARE_TR_FUNCTIONS(ui::Columns)
};

template<typename T>
Column<T> nameColumn(int width = 20)
{
    return {QStringLiteral("name"), ColumnWords::tr("Name"), width,
        [](const T &object) { return plain(text(object.metadata.name)); },
        [](const T &object) { return sortBy(object.metadata.name); }};
}

template<typename T>
Column<T> namespaceColumn()
{
    return {.id = QStringLiteral("namespace"),
        .title = ColumnWords::tr("Namespace"),
        .width = 12,
        .cell = [](const T &object) { return quiet(text(object.metadata.ns)); },
        .sortKey = [](const T &object) { return sortBy(object.metadata.ns); },
        .shown = false};
}

template<typename T>
Column<T> ageColumn()
{
    return {.id = QStringLiteral("age"),
        .title = ColumnWords::tr("Age"),
        .width = 9,
        .cell = [](const T &object) { return age(object.metadata.creationTimestamp); },
        .sortKey = [](const T &object) { return sortByAge(object.metadata.creationTimestamp); },
        .numeric = true};
}

} // namespace ui
