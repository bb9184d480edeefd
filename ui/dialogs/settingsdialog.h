// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The page of settings (docs/window.md W37): every row of the table of preferences, and every key, found by
// their words.

#include "ui/preferences.h"
#include "ui/theme.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace ui {

class Keys;
class SettingRow;

class SettingsDialog : public QDialog
{
    Q_OBJECT

public:
    SettingsDialog(Preferences &preferences, Keys &keys, const Theme &theme, QWidget *parent);

    void search(const QString &words);
    /// What is set elsewhere, and the control that leads there.
    void addElsewhere(const QString &name, const QString &sentence, QWidget *control);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    struct Section {
        QString title;
        QLabel *head;
        std::vector<SettingRow *> rows;
    };

    void addPreferences();
    void addKeys(Keys &keys);
    void addFooter(QVBoxLayout *layout);
    Section &section(const QString &title);
    SettingRow *addRow(const QString &sectionTitle, const QString &name, const QString &sentence);
    void addToSection(const QString &sectionTitle, SettingRow *row);
    void addControl(SettingRow *row, const Preference &preference);
    void addChoice(SettingRow *row, const Preference &preference);
    void addSwitch(SettingRow *row, const Preference &preference);
    void addNumber(SettingRow *row, const Preference &preference);
    /// The control goes along when the value changes elsewhere.
    void follow(SettingRow *row, const Preference &preference, std::function<void(int)> show);
    void showFound();

    Preferences &m_preferences;
    const Theme &m_theme;
    QLineEdit *m_search;
    QWidget *m_list;
    QVBoxLayout *m_lines;
    QLabel *m_none;
    std::vector<Section> m_sections;
};

} // namespace ui
