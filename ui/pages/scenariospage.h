// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The scenarios: those that the program brings, and one's own from a file; what each does, and how far the
// one is that runs (docs/window.md W23).

#include "core/scenario/scenario.h"
#include "ui/clusterview.h"
#include "ui/theme.h"

#include <QFileInfo>
#include <QWidget>

class QLabel;
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
    /// Adds the file to the list, or takes it in again, and chooses it; tells what is wrong with it.
    void open(const QString &path);
    /// How many there are: before anybody has looked at them, how many files.
    int count() const;
    /// The names of all that the list shows, in its order.
    QStringList names();
    /// Asks to be in front, with that one chosen.
    void bringUp(const QString &name);
    /// Carries that one out, as its button does.
    void runNamed(const QString &name);
    /// Where scenarios of one's own are kept, which the list shows as well.
    void setFolder(const QString &folder) { m_folder = folder; }
    /// Files from elsewhere, which it shows too.
    void setFiles(const QStringList &files) { m_files = files; }
    /// The path of the file of the one that is chosen, or its name when it is shipped.
    QString chosenOne() const;
    /// Chosen as soon as somebody looks, if it is still there.
    void choose(const QString &one);
    /// Steps that have been recorded so far; nothing: none are being recorded.
    void showRecording(std::optional<int> deeds);

signals:
    void noticed(const ui::Notice &notice);
    void started();
    void countChanged();
    void chosenChanged();
    /// Those from elsewhere are these now.
    void filesChanged(const QStringList &files);
    void frontAsked();
    void recordingAsked();
    /// Of the one that ran last.
    void reportAsked();
    /// The path is that of a file of one's own.
    void editAsked(const QString &yaml, const QString &path);

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    struct Entry {
        QString name;
        QString description;
        std::vector<std::pair<QString, QString>> steps; ///< what is said, and what is done
        std::string yaml;
        QString path; ///< none: it is shipped
    };

    static Entry entryOf(
        const core::scenario::Scenario &scenario, const std::string &yaml, const QString &path = {});
    void fill();
    QFileInfoList ownFiles() const;
    void rememberFile(const QString &path);
    static QString idOf(const Entry &entry) { return entry.path.isEmpty() ? entry.name : entry.path; }
    void addShipped();
    void put(Entry entry);
    bool addFile(const QString &path);
    int rowOf(const QString &path) const;
    void askForFile();
    void run();
    void showChosen();
    /// It runs, or is the one that ran last.
    bool isPlayed(const Entry &entry) const;
    QString stepsHtml(const Entry &entry) const;
    void showVerdict(bool isIt);
    void fitLetters();
    const Entry *chosen() const;

    const ClusterView &m_cluster;
    CommandSender &m_commands;
    const Theme &m_theme;
    QString m_folder;
    QStringList m_files; ///< from elsewhere
    QString m_awaited; ///< the one to choose once somebody looks
    bool m_isFilled = false; ///< nothing is read before somebody looks
    std::vector<Entry> m_entries;
    QListWidget *m_list;
    ElidedLabel *m_name;
    QWidget *m_outcome; ///< of the one that ran last
    QLabel *m_verdict;
    QTextBrowser *m_steps;
    QToolButton *m_run;
    QToolButton *m_stop;
    QToolButton *m_record;
    QToolButton *m_edit;
    QToolButton *m_report;
};

} // namespace ui
