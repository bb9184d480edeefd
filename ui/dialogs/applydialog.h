// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A YAML text to be applied as kubectl apply would (docs/window.md W73): the server tries what is written and
// tells what would change. Stays open, with all that was written, until it has worked.

#include "ui/commandsender.h"
#include "ui/dialogs/editordialog.h"
#include "ui/dialogs/writetrial.h"
#include "ui/theme.h"

class QLabel;
class QPushButton;

namespace ui {

class TrialTable;
class YamlEdit;

class ApplyDialog : public EditorDialog
{
    Q_OBJECT

public:
    /// What an ApplyDialog begins with, and what it is called; its draft is kept apart.
    struct Proposal {
        QString title;
        QString yaml;
    };

    static QString draftNameOf(const Proposal &proposal);

    ApplyDialog(const ClusterView &cluster, CommandSender &commands, const Theme &theme, const Drafts &drafts,
        QWidget *parent, const Proposal &proposal = {});

private:
    bool isWritten() const override;
    QJsonObject draft() const override;
    void check();
    void say(const QString &words, bool problem);
    /// On somebody's cluster what changes is shown first, and asked about.
    void askToApply();
    void tried(const CommandSender::Trials &trials, WriteTrial::Then then);
    void markRefused(const std::vector<core::api::TriedObject> &trials);
    void apply();
    void finished(const core::engine::CommandResult<> &result);
    /// Nothing can be written that the answer on its way would not be about.
    void setWaiting(bool waits);

    const ClusterView &m_cluster;
    CommandSender &m_commands;
    const Theme &m_theme;
    const QString m_proposed;
    YamlEdit *m_yaml;
    TrialTable *m_changes;
    QLabel *m_state;
    QPushButton *m_apply;
    quint64 m_sent = 0; ///< id of the command under way
    bool m_restored = false; ///< what is written comes from a draft
    WriteTrial *m_trial;
};

} // namespace ui
