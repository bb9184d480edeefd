// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A provider config as a form with its YAML beside it: for a MachineSet or MachineDeployment that exists, or
// for a MachineSet to be created. Does not block the window. What the user wrote is never lost: neither to
// somebody else's change nor to an error.

#include "ui/commander.h"
#include "ui/provider/configdocument.h"
#include "ui/theme.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace ui {

class ConfigForm;
class YamlEdit;

class ConfigDialog : public QDialog
{
    Q_OBJECT

public:
    /// Edits the target's config, or creates a set when the name is empty; its namespace is proposed then.
    ConfigDialog(const World &world, Commander &commander, const Theme &theme, const ObjectRef &target,
        QWidget *parent);

    /// Looks whether somebody else changed the config meanwhile.
    void worldChanged();
    const ConfigDocument &document() const { return m_document; }
    void reject() override;

private:
    bool isNew() const { return m_target.key.name.empty(); }
    void addSetFields(QVBoxLayout *layout);
    void addFooter(QVBoxLayout *layout);
    void load();
    void takeYaml();
    void takeField(const QString &field, const core::api::Json &value);
    void showState();
    void showElsewhere(const QString &text);
    void apply();
    void finished(const core::base::Result<std::string> &result);
    bool isChanged() const { return m_document.yaml() != m_loadedYaml; }
    QString stateText() const;
    core::engine::CreateMachineSet wantedSet() const;

    const World &m_world;
    Commander &m_commander;
    const Theme &m_theme;
    ObjectRef m_target;
    ConfigDocument m_document;
    QString m_loadedYaml;
    core::api::Json m_loadedConfig; ///< what the target had when it was loaded
    std::string m_version; ///< newest resourceVersion that still has m_loadedConfig
    quint64 m_sent = 0; ///< id of the command under way
    QString m_problem; ///< what the server said last

    ConfigForm *m_form;
    YamlEdit *m_yaml;
    QLineEdit *m_name = nullptr;
    QLineEdit *m_namespace = nullptr;
    QSpinBox *m_replicas = nullptr;
    QCheckBox *m_healthCheck = nullptr;
    QWidget *m_elsewhere = nullptr;
    QLabel *m_elsewhereText = nullptr;
    QLabel *m_state = nullptr;
    QPushButton *m_apply = nullptr;
};

} // namespace ui
