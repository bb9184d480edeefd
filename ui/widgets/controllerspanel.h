// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The controllers that run inside the program, each with its switch. On somebody's real cluster turning one
// on names the server and asks first.

#include "ui/commandsender.h"
#include "ui/theme.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace ui {

class ControllersPanel : public QWidget
{
    Q_OBJECT

public:
    ControllersPanel(const ClusterView &cluster, CommandSender &commands, const Theme &theme,
        QAction *install, QWidget *parent = nullptr);

    void showStatus();
    /// Switches on those that machines of the family need, and that are off.
    void switchOnAll(core::engine::ControllerGroup family);

private:
    struct Line {
        std::string name;
        QCheckBox *on = nullptr;
        QLabel *shape = nullptr;
        QLabel *description = nullptr;
        QLabel *note = nullptr; ///< only while there is one
    };
    struct Group {
        core::engine::ControllerGroup group;
        QLabel *title = nullptr;
        QToolButton *all = nullptr; ///< switches on what machines need; of a family of machines only
        QVBoxLayout *lines = nullptr;
        QLabel *note = nullptr; ///< what several of them say
    };

    const Group &groupOf(core::engine::ControllerGroup group);
    void showGroup(const Group &group);
    const Line &lineOf(const core::engine::ControllerState &controller);
    QLabel *makeNote(const QString &name);
    void showNote(QLabel *note, const QString &words);
    QString commonNote(core::engine::ControllerGroup group) const;
    void addLine(const core::engine::ControllerState &controller);
    void showLine(const Line &line, const core::engine::ControllerState &controller);
    void showAll();
    void showMissing();
    void switchTo(const std::string &name, bool on);
    /// Those that machines of the family need, and that are off.
    std::vector<std::string> missingOf(core::engine::ControllerGroup family) const;
    bool mustAsk() const;

    const ClusterView &m_cluster;
    CommandSender &m_commands;
    const Theme &m_theme;
    QWidget *m_missing;
    QLabel *m_missingText;
    QVBoxLayout *m_list = nullptr;
    std::vector<Group> m_groups;
    std::vector<Line> m_lines;
    core::engine::Status m_shown;
};

} // namespace ui
