// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/objectpage.h"

#include "ui/format.h"
#include "ui/keys.h"
#include "ui/widgets/buttonlook.h"
#include "ui/widgets/crowdedline.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

/// The words with the key, where that is a letter alone: longer ones are left to the tool tip.
QString wordsWithKey(const QAction &action)
{
    const QString key = keyText(action);
    return key.size() == 1 ? action.iconText() + u"   "_s + key : action.iconText();
}

} // namespace

ObjectPage::ObjectPage(Kind kind, TableModel &model, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_kind(kind)
    , m_filter(new QLineEdit(this))
    , m_counts(new QLabel(this))
    , m_order(new QToolButton(this))
    , m_buttons(new QToolBar(this)) // which keeps what it has no room for in a menu
    , m_table(new ObjectTable(model, theme, this))
{
    m_filter->setObjectName(u"filter"_s);
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setClearButtonEnabled(true);
    m_table->setObjectName(u"table"_s);
    m_table->setAccessibleName(apiName(kind));
    m_order->setText(tr("Order is old · Sort"));
    m_order->setAutoRaise(true);
    m_order->hide();
    m_buttons->setContextMenuPolicy(Qt::PreventContextMenu);
    m_buttons->layout()->setContentsMargins(0, 0, 0, 0);

    auto *bar = new CrowdedLine(this);
    m_bar = bar;
    m_line = bar->widgets();
    m_line->setContentsMargins(8, 6, 8, 6);
    m_line->addWidget(m_filter, 1);
    m_line->addWidget(m_counts);
    m_line->addWidget(m_order);
    m_line->addWidget(m_buttons);
    makeRoomFor({});
    setFilterKey({});
    wearButtonLook(bar, theme);
    m_layout = new QVBoxLayout(this);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    m_layout->addWidget(bar);
    m_layout->addWidget(m_table, 1);
    setFocusProxy(m_table);

    connect(m_filter, &QLineEdit::textChanged, this, [this, &model](const QString &text) {
        model.setFilter(Filter(text));
        if (!m_searched.startsWith(text)) // otherwise it is being deleted
            m_searched = text;
        if (!model.filter().isEmpty())
            m_table->selectFirst();
        showCounts();
    });
    connect(m_filter, &QLineEdit::returnPressed, this, [this] {
        if (!m_filter->text().isEmpty())
            m_searched = m_filter->text();
        focusRows();
    });
    connect(m_order, &QToolButton::clicked, &model, &TableModel::refreshOrder);
    connect(&model, &TableModel::orderStaleChanged, m_order, &QWidget::setVisible);
    connect(&model, &TableModel::countsChanged, this, &ObjectPage::showCounts);
    showCounts();
}

void ObjectPage::addButtons(const std::vector<QAction *> &actions, QAction *withMenu, QMenu *menu)
{
    for (QAction *action : actions) {
        m_buttons->addAction(action);
        auto *button = qobject_cast<QToolButton *>(m_buttons->widgetForAction(action));
        button->setObjectName(u"action-"_s + action->objectName());
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setAutoRaise(false);
        if (action == withMenu) {
            button->setMenu(menu);
            button->setPopupMode(QToolButton::MenuButtonPopup);
        }
        connect(action, &QAction::changed, this, [this, action] { wearWords(action); });
        wearWords(action);
    }
    m_buttons->updateGeometry(); // unseen widgets do not tell that they have grown, and on the first
    m_bar->updateGeometry(); // show part of the line would stay where it was in the lower one
}

/// An action that changes gives its button its own words back.
void ObjectPage::wearWords(QAction *action) const
{
    auto *button = qobject_cast<QToolButton *>(m_buttons->widgetForAction(action));
    button->setText(m_showsKeys ? wordsWithKey(*action) : action->iconText());
    button->setAccessibleName(action->iconText());
}

void ObjectPage::showKeys(bool shown)
{
    m_showsKeys = shown;
    for (QAction *action : m_buttons->actions())
        wearWords(action);
}

int ObjectPage::roomForKeys() const
{
    int room = 0;
    for (QAction *action : m_buttons->actions()) {
        const QFontMetrics letters = m_buttons->widgetForAction(action)->fontMetrics();
        const auto widthOf = [&letters](const QString &words) {
            return letters.size(Qt::TextShowMnemonic, words).width(); // as buttons reckon
        };
        room += widthOf(wordsWithKey(*action)) - widthOf(action->iconText());
    }
    return room;
}

/// The keys leave first: tool tips and status bar tell them too.
void ObjectPage::makeRoomFor(const std::vector<QWidget *> &others)
{
    std::vector<CrowdedLine::Concession> concessions {
        {m_buttons, [this] { return roomForKeys(); }, [this](bool isBrief) { showKeys(!isBrief); }}};
    for (QWidget *widget : others)
        concessions.push_back({widget});
    m_bar->setConcessions(std::move(concessions));
}

void ObjectPage::setEmptyState(const EmptyState &state)
{
    if (state == m_empty)
        return;
    m_empty = state;
    showCounts();
}

void ObjectPage::setClearAction(QAction *clear)
{
    m_clear = clear;
    showCounts();
}

void ObjectPage::addSwitch(QWidget *choice)
{
    m_line->insertWidget(0, choice);
    makeRoomFor({choice});
}

void ObjectPage::addAbove(QWidget *widget)
{
    m_layout->insertWidget(m_layout->indexOf(m_table), widget);
}

int ObjectPage::roomAbove(int rows) const
{
    const QScrollBar *below = m_table->horizontalScrollBar();
    const int ofTable = m_table->horizontalHeader()->sizeHint().height()
        + rows * m_table->verticalHeader()->defaultSectionSize()
        + (below->maximum() > 0 ? below->sizeHint().height() : 0);
    return height() - m_bar->sizeHint().height() - ofTable;
}

QPoint ObjectPage::currentPlace() const
{
    const QRect row = m_table->visualRect(m_table->currentIndex());
    return m_table->viewport()->mapToGlobal(QPoint(row.left() + 40, row.bottom()));
}

void ObjectPage::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void ObjectPage::goToMatch(int step)
{
    const Filter searched(m_filter->text().isEmpty() ? m_searched : m_filter->text());
    if (searched.isEmpty())
        return focusFilter();
    m_table->moveToMatch(searched, step);
}

QString ObjectPage::filterText() const
{
    return m_filter->text();
}

void ObjectPage::setFilterText(const QString &text)
{
    m_filter->setText(text);
}

void ObjectPage::setFilterKey(const QString &key)
{
    m_filter->setPlaceholderText(key.isEmpty() ? tr("Filter   words, !word, column=word")
                                               : tr("Filter ( %1 )   words, !word, column=word").arg(key));
}

/// What the filter line or the table leave over: Escape goes one step back. A shortcut would also take it
/// from a dialog above.
void ObjectPage::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape)
        return QWidget::keyPressEvent(event);
    clearFilter();
    focusRows();
}

void ObjectPage::showCounts()
{
    const TableModel &model = m_table->tableModel();
    const bool filtered = !model.filter().isEmpty();
    m_counts->setText(
        filtered ? tr("%1 of %2").arg(countText(model.rowCount()), countText(model.total())) : QString());
    if (filtered && model.total() > 0)
        m_table->setEmptyText(
            tr("The filter hides all %1. Esc clears it.").arg(countText(model.total())), m_clear);
    else
        m_table->setEmptyText(m_empty.why, m_empty.help);
}

} // namespace ui
