// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The YAML of one object, to be changed (docs/window.md W26): the server tries what is written and tells what
// would change; what somebody else changes meanwhile joins it, or is shown against it. Does not block the
// window.

#include "ui/commandsender.h"
#include "ui/dialogs/editordialog.h"
#include "ui/dialogs/joins.h"
#include "ui/dialogs/objectdocument.h"
#include "ui/theme.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace ui {

class ChangeTable;
class ObjectForm;
class YamlEdit;

class ObjectEditor : public EditorDialog
{
    Q_OBJECT

public:
    ObjectEditor(const ClusterView &cluster, CommandSender &commands, const Theme &theme,
        const Drafts &drafts, const ObjectRef &object, QWidget *parent);

    static QString draftNameOf(const ObjectRef &object);
    /// The server is asked once more when the object is another than it was then: about what it has refused
    /// at any change, else at one of what the user writes, so that what is shown as "now" is.
    void clusterChanged();

private:
    enum class Stage {
        Reading, ///< nothing is shown yet
        Writing,
        Clashing, ///< until it is said whose change counts
        Sending,
        Gone,
    };
    /// What becomes of what is written once it has met what others have.
    enum class Then {
        Show, ///< what the server would make of it
        Ask, ///< the same, and whether it is to be sent
        Keep,
    };

    bool isWritten() const override { return m_stage != Stage::Reading && m_document.isWritten(); }
    QJsonObject draft() const override;
    void addForm(QVBoxLayout &layout);
    void addFooter();
    void read();
    void begin(const core::api::Json &object);
    void takeText();
    void takeField(const QStringList &path, const std::optional<core::api::Json> &value);
    void showForm();
    void tryIt();
    /// On somebody's cluster what changes is shown first, and asked about.
    void askToApply();
    void apply();
    /// Reads the object anew, lets what is written meet it, then sends the patch.
    void send(Then then);
    /// What is written takes in what others have changed.
    void meet(const core::api::Json &live, ObjectDocument::Winner winner);
    void meetAndSend(const core::api::Json &live, Then then);
    void answered(const core::engine::CommandResult<core::api::Answered> &result, Then then);
    void ask(const core::api::Answered &made);
    void fail(const core::engine::Problem &problem);
    void showClashes(const core::api::Json &live, const std::vector<FieldClash> &clashes);
    void resolveClashes(ObjectDocument::Winner winner);
    void dropChanges();
    /// Makes room for rows with these columns.
    void beginRows(const QStringList &titles);
    void showChanges(const core::api::Json &before, const core::api::Answered &after);
    void setStage(Stage stage);
    /// Empty: the server has nothing against what is written, as far as is known.
    void setRefusal(const QString &why);
    void showApply();
    void say(const QString &words, bool problem = false);
    void markProblem(const QString &problem);

    const ClusterView &m_cluster;
    CommandSender &m_commands;
    const Theme &m_theme;
    const ObjectRef m_object;
    ObjectDocument m_document;
    Joins<core::api::Json> m_joins;
    Stage m_stage = Stage::Reading;
    core::api::Json m_live; ///< while Clashing: what what is written has to meet
    int m_question = 0; ///< the answers to an older one come too late
    int m_attempts = 0; ///< to send what others' writes came before
    bool m_restored = false; ///< what is written comes from a draft
    QString m_refusal; ///< why the server refuses what is written
    int m_judged = 0; ///< the question that it answers
    std::string m_askedFor; ///< the version that the server was asked once more for
    QTimer m_pause; ///< after the last letter, until the server tries it

    ObjectForm *m_form = nullptr; ///< of the kinds that have one
    YamlEdit *m_yaml;
    ChangeTable *m_changes;
    QLabel *m_state;
    QPushButton *m_theirs;
    QPushButton *m_mine;
    QPushButton *m_again;
    QPushButton *m_apply;
};

} // namespace ui
