// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Pieces of the inspector's rich text.

#include "ui/format.h"
#include "ui/kind.h"

#include <QColor>

namespace ui {

inline QString escaped(std::string_view utf8)
{
    return text(utf8).toHtmlEscaped();
}

inline QString colored(const QString &html, const QColor &color)
{
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(color.name(), html);
}

/// Leads to the page of an object.
inline QString link(const ObjectRef &object, const QString &words)
{
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(linkTo(object).toHtmlEscaped(), words.toHtmlEscaped());
}

/// The words are its name; a dash for one without a name.
inline QString link(const ObjectRef &object)
{
    return object.key.name.empty() ? QStringLiteral("–") : link(object, text(object.key.name));
}

/// What else a link in the inspector's words does.
inline constexpr QStringView newCheckLink = u"check:";

/// Leads to a health check for the machines of what is inspected.
inline QString checkLink(const QString &words)
{
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(newCheckLink, words.toHtmlEscaped());
}

inline QString link(const std::optional<ObjectRef> &object)
{
    return link(object.value_or(ObjectRef()));
}

} // namespace ui
