// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The provider config as a form: every field of docs/machines.md §1.2, and every annotation that means
// something, with its unit, what it means, and what is wrong with it. Shows a document and says what the user
// wants changed; keeps nothing of its own.

#include "core/api/providerfields.h"
#include "ui/provider/configdocument.h"
#include "ui/theme.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;

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
        QLabel *note = nullptr;
        core::api::Json (*read)(const QString &typed) = nullptr;
    };

    void addTextField(QFormLayout *form, const core::api::ProviderField &row);
    /// Those that shape a node's life, or the others.
    void addAnnotations(QFormLayout *form, bool shapingLife);
    /// Its line beside its label; a box before it says whether it is there, when it has words.
    void addLine(QFormLayout *form, TextField field, std::string_view label, std::string_view example,
        std::string_view setLabel);
    void addMode(QFormLayout *form);
    QLabel *addNote(QFormLayout *form, const QString &name);
    void announce(const TextField &field);
    void showField(const TextField &field, const ConfigDocument &document);
    void showMode(const ConfigDocument &document);
    void showNote(QLabel *note, const QString &field, const ConfigDocument &document);
    QString meaning(const QString &field, const ConfigDocument &document) const;

    const Theme &m_theme;
    QComboBox *m_mode = nullptr;
    QLabel *m_modeNote = nullptr;
    RecipePreview *m_preview = nullptr;
    std::vector<TextField> m_fields;
};

} // namespace ui
