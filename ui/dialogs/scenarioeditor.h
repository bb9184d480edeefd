// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The YAML of a scenario, recorded or there already, or of an experiment, which is looked through, changed
// and kept as a file.

#include "ui/dialogs/editordialog.h"
#include "ui/theme.h"

class QLabel;
class QPushButton;

namespace core::scenario {
struct Problem;
}

namespace ui {

class YamlEdit;

class ScenarioEditor : public EditorDialog
{
    Q_OBJECT

public:
    enum class Of { Scenario, Experiment };

    /// An empty YAML shows what was written last and not kept.
    ScenarioEditor(const QString &yaml, const QString &folder, const Theme &theme, const Drafts &drafts,
        QWidget *parent, Of of = Of::Scenario);

    /// The text is that of one which is there already: of that file, or shipped.
    void setKept(const QString &path);
    void save(const QString &path);

signals:
    void saved(const QString &path);

private:
    struct Checked {
        QString name;
        QString words; ///< what it has, or what is wrong
        bool isRight = false;
        int line = 0; ///< where it is wrong, if that is known
    };

    static Checked wrong(const core::scenario::Problem &problem);
    Checked checkedScenario() const;
    Checked checkedExperiment() const;
    bool isWritten() const override;
    QJsonObject draft() const override;
    void check();
    void say(const QString &words, bool problem);
    void askWhere();

    const Theme &m_theme;
    Of m_of;
    QString m_folder; ///< where files of one's own are kept
    QString m_name; ///< as written
    QString m_path; ///< of the file that it comes from
    QString m_kept; ///< the text that is kept already
    YamlEdit *m_yaml;
    QLabel *m_state;
    QPushButton *m_save;
};

} // namespace ui
