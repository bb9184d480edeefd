// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where labels of rules are written: the pages in docs/, and what sources and tests say in comments and
// names.
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QStringList>

namespace labels {

using namespace Qt::Literals::StringLiterals;

inline QString pathOf(const QString &file)
{
    return QStringLiteral(HOLLOWLAB_SOURCE_DIR "/") + file;
}

inline QString contents(const QString &file)
{
    QFile opened(pathOf(file));
    return opened.open(QIODevice::ReadOnly) ? QString::fromUtf8(opened.readAll()) : QString();
}

/// The files below a folder, as paths from the root.
inline QStringList filesBelow(const QString &folder, const QStringList &names)
{
    QStringList found;
    QDirIterator files(pathOf(folder), names, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        found.append(files.next().mid(pathOf({}).size()));
    found.sort();
    return found;
}

/// What a line of code says to people: its comment, or its first text and all that follows.
inline QString said(const QString &line)
{
    static const QRegularExpression text(u"(?://|\"|#).*"_s);
    return text.match(line).captured();
}

/// "X23" of a function whose name begins with the label ("x23PowerIsLost").
inline QString labelOfFunction(const QString &line)
{
    static const QRegularExpression function(u"\\bvoid (?:\\w+::)?([a-z]{1,2}\\d+)[A-Z]"_s);
    return function.match(line).captured(1).toUpper();
}

} // namespace labels
