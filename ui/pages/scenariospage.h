// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The scenarios: those that the program brings, and one's own from a file; what each does, and how far the
// one is that runs (docs/window.md W23).

#include "core/scenario/scenario.h"
#include "ui/clusterview.h"
#include "ui/theme.h"

#include <QWidget>

class QListWidget;
class QTextBrowser;
class QToolButton;

namespace ui {

class CommandSender;
class ElidedLabel;
struct Notice;

class ScenariosPage : public QWidget
{
    Q_OBJECT

public:
    ScenariosPage(
        const ClusterView &cluster, CommandSender &commands, const Theme &theme, QWidget *parent = nullptr);

    /// The one that runs has come further.
    void showProgress();
    /// Adds the file to the list, and chooses it; tells what is wrong with it.
    void open(const QString &path);
    /// Adds the scenarios of one's own that are kept there.
    void addKept(const QString &folder);
    /// Steps that have been recorded so far; nothing: none are being recorded.
    void showRecording(std::optional<int> deeds);

signals:
    void noticed(const ui::Notice &notice);
    void started();
    void recordingAsked();

private:
    struct Entry {
        QString name;
        QString description;
        std::vector<std::pair<QString, QString>> steps; ///< what is said, and what is done
        std::string yaml;
    };

    static Entry entryOf(const core::scenario::Scenario &scenario, const std::string &yaml);
    void addShipped();
    void add(Entry entry);
    bool addFile(const QString &path);
    void askForFile();
    void run();
    void showChosen();
    QString stepsHtml(const Entry &entry) const;
    const Entry *chosen() const;

    const ClusterView &m_cluster;
    CommandSender &m_commands;
    const Theme &m_theme;
    std::vector<Entry> m_entries;
    QListWidget *m_list;
    ElidedLabel *m_name;
    QTextBrowser *m_steps;
    QToolButton *m_run;
    QToolButton *m_stop;
    QToolButton *m_record;
};

} // namespace ui
