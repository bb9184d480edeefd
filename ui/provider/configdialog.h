// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A provider config as a form with its YAML beside it: for a MachineSet or MachineDeployment that exists, or
// for a MachineSet to be created. Does not block the window. What the user wrote is never lost: neither to
// somebody else's change nor to an error.

#include "ui/commandsender.h"
#include "ui/dialogs/editordialog.h"
#include "ui/dialogs/joins.h"
#include "ui/dialogs/trialwords.h"
#include "ui/dialogs/writetrial.h"
#include "ui/provider/configdocument.h"
#include "ui/provider/yamlproblems.h"
#include "ui/theme.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTabWidget;
class QVBoxLayout;

namespace ui {

class ConfigForm;
class TrialTable;
class YamlEdit;

class ConfigDialog : public EditorDialog
{
    Q_OBJECT

public:
    static QString draftNameOf(const ObjectRef &target);

    /// Edits the target's config, or creates a set when the name is empty; its namespace is proposed then.
    ConfigDialog(const ClusterView &cluster, CommandSender &commands, const Theme &theme,
        const ObjectRef &target, QWidget *parent, const Drafts &drafts = Drafts());

    /// Looks whether somebody else changed the config meanwhile.
    void clusterChanged();
    const ConfigDocument &document() const { return m_document; }

private:
    bool isNew() const { return m_target.key.name.empty(); }
    void addSetFields(QVBoxLayout *layout);
    void addFooter(QVBoxLayout *layout);
    struct Begin {
        core::api::Json config;
        std::string version;
        QString yaml;
    };
    Begin begin() const { return {m_loadedConfig, m_version, m_loadedYaml}; }
    void goBackTo(const Begin &begin);
    int undoSteps() const;
    void load();
    /// What the server said is over, and it will be asked about what is written now.
    void writtenAnew();
    void takeYaml();
    void takeField(const QString &field, const core::api::Json &value);
    void showState();
    void restoreDraft();
    bool isWritten() const override { return isChanged(); }
    QJsonObject draft() const override;
    /// What is written here stands against their change, or their deletion.
    void showElsewhere(bool deleted);
    void hideElsewhere();
    QString elsewhereText() const;
    void keepMine();
    void joinBoth();
    /// What is written here with what they changed; nothing where both changed the same field.
    std::optional<ConfigDocument> joined() const;
    /// On somebody's cluster what changes is shown first, and asked about.
    void askToApply();
    void tried(const CommandSender::Trials &trials, WriteTrial::Then then);
    void showTried(const std::vector<core::api::TriedObject> &trials);
    core::engine::TryWrite wantedWrite() const;
    void apply();
    void fail(const core::engine::Problem &problem);
    bool isWaiting() const { return m_sent != 0 || m_isAsking; }
    void finished(const core::engine::CommandResult<> &result);
    bool isChanged() const;
    QList<LineProblem> problemLines() const;
    QString whyTooMany() const;
    QString stateText() const;
    core::engine::CreateMachineSet wantedSet() const;
    core::engine::SetProviderConfig wantedConfig() const;

    const ClusterView &m_cluster;
    CommandSender &m_commands;
    const Theme &m_theme;
    ObjectRef m_target;
    ConfigDocument m_document;
    QString m_loadedYaml;
    Joins<Begin> m_joins;
    core::api::Json m_loadedConfig; ///< what the target had when it was loaded
    std::string m_version; ///< newest resourceVersion that still has m_loadedConfig
    quint64 m_sent = 0; ///< id of the command under way
    bool m_isAsking = false; ///< the server, before it is asked whether to write it
    bool m_isOvertaken = false; ///< the server has a version that is not shown yet
    TrialSummary m_summary; ///< of what it would make of it
    QString m_problem; ///< what the server said last

    ConfigForm *m_form;
    YamlEdit *m_yaml;
    QLineEdit *m_name = nullptr;
    QLineEdit *m_namespace = nullptr;
    QSpinBox *m_replicas = nullptr;
    QCheckBox *m_healthCheck = nullptr;
    QWidget *m_elsewhere = nullptr;
    QLabel *m_elsewhereText = nullptr;
    QPushButton *m_theirs = nullptr;
    QPushButton *m_mine = nullptr;
    QPushButton *m_both = nullptr;
    QTabWidget *m_others; ///< beside what is written here: what they have, and what both began with
    YamlEdit *m_theirYaml;
    YamlEdit *m_baseYaml;
    bool m_restored = false; ///< what is written comes from a draft
    TrialTable *m_changes;
    QLabel *m_state = nullptr;
    QPushButton *m_apply = nullptr;
    WriteTrial *m_trial;
};

} // namespace ui
