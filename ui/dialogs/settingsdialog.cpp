// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/settingsdialog.h"

#include "ui/dialogs/keyrow.h"
#include "ui/settings.h"
#include "ui/widgets/downscroll.h"
#include "ui/widgets/elidedlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr QSize settingsSize {680, 620};
constexpr int sideMargin = 16; // px
constexpr int aboveSection = 10;
constexpr int sectionPercent = 115; // of the size of other words

} // namespace

SettingsDialog::SettingsDialog(Preferences &preferences, Keys &keys, const Theme &theme, QWidget *parent)
    : QDialog(parent)
    , m_preferences(preferences)
    , m_theme(theme)
    , m_search(new QLineEdit(this))
    , m_list(new QWidget(this))
    , m_lines(new QVBoxLayout(m_list))
    , m_none(new QLabel(tr("No setting has these words."), m_list))
{
    setObjectName(u"settingsDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Settings"));
    m_search->setObjectName(u"settingsSearch"_s);
    m_search->setPlaceholderText(tr("Search settings"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setClearButtonEnabled(true);
    m_none->setObjectName(u"noSetting"_s);
    m_none->setForegroundRole(QPalette::PlaceholderText);
    m_none->hide();
    m_lines->setContentsMargins(sideMargin, 0, sideMargin, sideMargin);
    m_lines->setSpacing(0);
    m_lines->addWidget(m_none);
    m_lines->addStretch(1);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_search);
    layout->addWidget(new DownScroll(m_list, this), 1);
    addPreferences();
    addKeys(keys);
    addFooter(layout); // the last to be reached by Tab
    resize(settingsSize.boundedTo(parent->size()));
    connect(m_search, &QLineEdit::textChanged, this, &SettingsDialog::showFound);
    connect(&theme, &Theme::changed, this, &SettingsDialog::showFound);
    m_search->setFocus();
}

void SettingsDialog::search(const QString &words)
{
    m_search->setText(words);
}

void SettingsDialog::addFooter(QVBoxLayout *layout)
{
    auto *where = new ElidedLabel(m_preferences.isFresh()
            ? tr("Opened with --fresh: what is chosen counts until the window closes.")
            : tr("Kept in %1").arg(settingsPath()),
        this);
    where->setObjectName(u"settingsPlace"_s);
    where->setForegroundRole(QPalette::PlaceholderText);
    where->setToolTip(where->text());
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false); // Enter belongs to the search
    QPushButton *folder = buttons->addButton(tr("Open &folder"), QDialogButtonBox::ActionRole);
    folder->setObjectName(u"openSettingsFolder"_s);
    folder->setAutoDefault(false);
    connect(folder, &QPushButton::clicked, this,
        [] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(settingsPath()).path())); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *line = new QHBoxLayout;
    line->addWidget(where, 1);
    line->addWidget(buttons);
    layout->addLayout(line);
}

SettingsDialog::Section &SettingsDialog::section(const QString &title)
{
    const auto known = std::ranges::find(m_sections, title, &Section::title);
    if (known != m_sections.end())
        return *known;
    auto *head = new QLabel(title, m_list);
    head->setObjectName(u"settingsSection"_s);
    QFont font = head->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * sectionPercent / 100);
    head->setFont(font);
    head->setContentsMargins(0, aboveSection, 0, 2);
    m_lines->insertWidget(m_lines->count() - 1, head);
    return m_sections.emplace_back(Section {title, head, {}});
}

SettingRow *SettingsDialog::addRow(const QString &sectionTitle, const QString &name, const QString &sentence)
{
    auto *row = new SettingRow(name, sentence, m_theme, m_list);
    row->setTerms(sectionTitle);
    addToSection(sectionTitle, row);
    return row;
}

/// The widget comes below the last one of its section.
void SettingsDialog::addToSection(const QString &sectionTitle, SettingRow *row)
{
    Section &its = section(sectionTitle);
    const QWidget *last = its.rows.empty() ? static_cast<QWidget *>(its.head) : its.rows.back();
    m_lines->insertWidget(m_lines->indexOf(last) + 1, row);
    its.rows.push_back(row);
}

void SettingsDialog::addElsewhere(const QString &name, const QString &sentence, QWidget *control)
{
    addRow(Preferences::tr(preferenceOf(Pref::Theme).section), name, sentence)->setControl(control);
}

void SettingsDialog::addPreferences()
{
    for (const Preference &preference : preferences()) {
        SettingRow *row = addRow(Preferences::tr(preference.section), Preferences::tr(preference.name),
            Preferences::tr(preference.sentence));
        row->setObjectName(u"row-"_s + QString::fromLatin1(preference.key));
        QStringList terms {QString::fromLatin1(preference.key), Preferences::tr(preference.section)};
        for (int choice = 0; choice < std::ssize(preference.choices); ++choice)
            terms.append(Preferences::labelOf(preference, choice));
        row->setTerms(terms.join(u'\n'));
        if (!preference.isAtOnce)
            row->setRemark(tr("from the next start on"));
        addControl(row, preference);
        connect(row, &SettingRow::resetAsked, this, [this, id = preference.id] { m_preferences.reset(id); });
    }
}

void SettingsDialog::addKeys(Keys &keys)
{
    const QString title = Preferences::tr(preferenceOf(Pref::KeySet).section);
    SettingRow *all = addRow(title, tr("All keys"), tr("Give every action the key of the set in use again."));
    auto *reset = new QPushButton(tr("Reset all keys"), all);
    reset->setObjectName(u"resetAllKeys"_s);
    reset->setAutoDefault(false);
    all->setControl(reset);
    connect(reset, &QPushButton::clicked, &keys, &Keys::resetAll);
    for (QAction *action : keys.actions())
        addToSection(title, new KeyRow(*action, keys, title, m_theme, m_list));
}

void SettingsDialog::addControl(SettingRow *row, const Preference &preference)
{
    switch (preference.type) {
    case Preference::Type::Choice:
        return addChoice(row, preference);
    case Preference::Type::Switch:
        return addSwitch(row, preference);
    case Preference::Type::Number:
        return addNumber(row, preference);
    }
}

void SettingsDialog::addChoice(SettingRow *row, const Preference &preference)
{
    auto *box = new QComboBox(row);
    box->setObjectName(QString::fromLatin1(preference.key));
    for (int choice = 0; choice < std::ssize(preference.choices); ++choice)
        box->addItem(Preferences::labelOf(preference, choice));
    connect(box, &QComboBox::activated, this,
        [this, id = preference.id](int choice) { m_preferences.set(id, choice); });
    row->setControl(box);
    follow(row, preference, [box](int choice) { box->setCurrentIndex(choice); });
}

void SettingsDialog::addSwitch(SettingRow *row, const Preference &preference)
{
    auto *box = new QCheckBox(row);
    box->setObjectName(QString::fromLatin1(preference.key));
    connect(box, &QCheckBox::toggled, this,
        [this, id = preference.id](bool on) { m_preferences.set(id, on ? 1 : 0); });
    row->setControl(box);
    follow(row, preference, [box](int value) { box->setChecked(value != 0); });
}

void SettingsDialog::addNumber(SettingRow *row, const Preference &preference)
{
    auto *box = new QSpinBox(row);
    box->setObjectName(QString::fromLatin1(preference.key));
    box->setRange(preference.least, preference.most);
    box->setSuffix(u' ' + Preferences::tr(preference.unit));
    box->setKeyboardTracking(false);
    connect(box, &QSpinBox::valueChanged, this,
        [this, id = preference.id](int value) { m_preferences.set(id, value); });
    row->setControl(box);
    follow(row, preference, [box](int value) { box->setValue(value); });
}

void SettingsDialog::follow(SettingRow *row, const Preference &preference, std::function<void(int)> show)
{
    const auto showValue = [this, row, &preference, show = std::move(show)] {
        const int value = m_preferences.value(preference.id);
        show(value);
        row->setChanged(value != preference.fallback);
    };
    showValue();
    connect(&m_preferences, &Preferences::changed, row, [showValue, id = preference.id](Pref changed) {
        if (changed == id)
            showValue();
    });
}

void SettingsDialog::showFound()
{
    const QStringList words = m_search->text().split(u' ', Qt::SkipEmptyParts);
    bool isAny = false;
    for (const Section &section : m_sections) {
        for (SettingRow *row : section.rows)
            row->search(words);
        const bool isShown = !std::ranges::all_of(section.rows, &QWidget::isHidden);
        section.head->setVisible(isShown);
        isAny = isAny || isShown;
    }
    m_none->setHidden(isAny);
}

/// Escape goes one step back; Enter in the search is no answer to anything.
void SettingsDialog::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && m_search->hasFocus())
        return event->accept();
    if (event->key() == Qt::Key_Escape && !m_search->text().isEmpty())
        return m_search->clear();
    QDialog::keyPressEvent(event);
}

} // namespace ui
