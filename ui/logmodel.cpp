// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logmodel.h"

#include <algorithm>
#include <iterator>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::base::LogLine;

namespace {

/// The names are those on standard error.
QString levelName(QtMsgType level)
{
    switch (level) {
    case QtDebugMsg:
        return u"debug"_s;
    case QtInfoMsg:
        return u"info"_s;
    case QtWarningMsg:
        return u"warning"_s;
    case QtCriticalMsg:
    case QtFatalMsg:
        return u"error"_s;
    }
    return {};
}

} // namespace

int severity(QtMsgType level)
{
    if (level == QtDebugMsg || level == QtInfoMsg)
        return 0;
    return level == QtWarningMsg ? 1 : 2;
}

LogModel::LogModel(QObject *parent) : QAbstractTableModel(parent) { }

int LogModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int LogModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const QString titles[] = {tr("Time"), tr("Level"), tr("Part"), tr("Message")};
    return titles[section];
}

QVariant LogModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const LogLine &line = m_lines[static_cast<std::size_t>(index.row())];
    if (role == LevelRole)
        return severity(line.level);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case TimeColumn:
        return line.at.toString(u"HH:mm:ss.zzz"_s);
    case LevelColumn:
        return levelName(line.level);
    case CategoryColumn:
        return line.category;
    case TextColumn:
        return line.text;
    default:
        return {};
    }
}

QString LogModel::line(int row) const
{
    const LogLine &line = m_lines[static_cast<std::size_t>(row)];
    return u"%1 %2 %3: %4"_s.arg(
        line.at.toString(u"HH:mm:ss.zzz"_s), levelName(line.level), line.category, line.text);
}

void LogModel::refresh()
{
    std::vector<LogLine> lines = core::base::takeLog();
    if (!m_isPaused)
        return append(std::move(lines));
    std::ranges::move(lines, std::back_inserter(m_aside));
    if (m_aside.size() > mostLines)
        m_aside.erase(m_aside.begin(), m_aside.end() - mostLines);
}

void LogModel::append(std::vector<LogLine> lines)
{
    if (lines.size() > mostLines)
        lines.erase(lines.begin(), lines.end() - mostLines);
    if (lines.empty())
        return;
    const std::size_t all = m_lines.size() + lines.size();
    if (all > mostLines) {
        const auto gone = static_cast<int>(all - mostLines);
        beginRemoveRows({}, 0, gone - 1);
        m_lines.erase(m_lines.begin(), m_lines.begin() + gone);
        endRemoveRows();
    }
    beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(lines.size()) - 1);
    std::ranges::move(lines, std::back_inserter(m_lines));
    endInsertRows();
}

void LogModel::setPaused(bool paused)
{
    m_isPaused = paused;
    if (!paused)
        append(std::exchange(m_aside, {}));
}

void LogModel::clear()
{
    beginResetModel();
    m_lines.clear();
    m_aside.clear();
    endResetModel();
}

} // namespace ui
