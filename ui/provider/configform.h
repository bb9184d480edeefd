// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The provider config as a form: every field of docs/machines.md §1.2, and every annotation that means
// something, with its unit, what it means, what is wrong with it, and a way back to its default. Shows a
// document and says what the user wants changed; keeps nothing of its own.

#include "core/api/providerfields.h"
#include "ui/provider/configdocument.h"
#include "ui/theme.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace ui {

class RecipePreview;

class ConfigForm : public QWidget
{
    Q_OBJECT

public:
    ConfigForm(const Theme &theme, QWidget *parent = nullptr);

    /// The form shows the last document that was, and can't be edited, while the text is no YAML.
    void showDocument(const ConfigDocument &document);

signals:
    void edited(const QString &field, const core::api::Json &value);

private:
    /// A field that is a line of text; read turns what is typed into JSON.
    struct TextField {
        QString name;
        QLineEdit *edit = nullptr;
        QCheckBox *present = nullptr; ///< for fields that may be null
        QToolButton *reset = nullptr;
        QLabel *note = nullptr;
        core::api::Json (*read)(const QString &typed) = nullptr;
        core::api::Json byDefault; ///< as it is written
        QString whenAbsent; ///< the default as it could be typed as well
        QString back; ///< the default in words; empty: there is none
    };

    void addTextField(QFormLayout *form, const core::api::ProviderField &row);
    /// Those that shape a node's life, or the others.
    void addAnnotations(QFormLayout *form, bool shapingLife);
    /// Its line beside its label; a box before it says whether it is there, when it has words.
    void addLine(QFormLayout *form, TextField field, std::string_view label, std::string_view example,
        std::string_view setLabel);
    void addMode(QFormLayout *form);
    /// A line with its label, what is edited, and the button back to a default that is told in words.
    QToolButton *addRow(
        QFormLayout *form, const QString &label, const QList<QWidget *> &edits, const QString &back);
    QLabel *addNote(QFormLayout *form, const QString &name);
    void announce(const TextField &field);
    void showField(const TextField &field, const ConfigDocument &document);
    void chooseMode(int mode);
    void showMode(const ConfigDocument &document);
    void showNote(QLabel *note, const QString &field, const ConfigDocument &document);
    QString meaning(const QString &field, const ConfigDocument &document) const;

    const Theme &m_theme;
    QComboBox *m_mode = nullptr;
    QToolButton *m_modeReset = nullptr;
    QLabel *m_modeNote = nullptr;
    RecipePreview *m_preview = nullptr;
    std::vector<TextField> m_fields;
};

} // namespace ui
