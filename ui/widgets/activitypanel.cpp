// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/activitypanel.h"

#include "ui/activity.h"
#include "ui/format.h"
#include "ui/textsize.h"
#include "ui/widgets/buttonlook.h"
#include "ui/widgets/columnfit.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int leastLetters = 16; // that stay of a cell

} // namespace

ActivityPanel::ActivityPanel(Activity &activity, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_activity(activity)
    , m_list(new QTreeView(this))
    , m_undo(new QToolButton(this))
    , m_copy(new QToolButton(this))
{
    setObjectName(u"activityPanel"_s);
    setFocusProxy(m_list);
    auto *title = new QLabel(tr("Activity"), this);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    m_list->setObjectName(u"activityList"_s);
    m_list->setAccessibleName(title->text());
    m_list->setModel(&activity);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_undo->setObjectName(u"undoActivity"_s);
    m_copy->setObjectName(u"copyActivity"_s);
    m_copy->setText(tr("Copy as kubectl"));
    auto *bar = new QWidget(this);
    auto *line = new QHBoxLayout(bar);
    line->setContentsMargins(10, 4, 8, 4);
    line->addWidget(title);
    line->addStretch(1);
    for (QToolButton *button : {m_undo, m_copy}) {
        button->setFocusPolicy(Qt::StrongFocus);
        line->addWidget(button);
    }
    wearButtonLook(bar, theme);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(m_list, 1);
    fitColumns();
    wearSelectionTint(m_list, theme);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &ActivityPanel::showChosen);
    connect(&activity, &Activity::dataChanged, this, [this] {
        fitColumns();
        showChosen();
    });
    connect(&activity, &Activity::rowsInserted, this, [this] {
        if (!m_list->hasFocus())
            m_list->setCurrentIndex(m_activity.index(0, 0)); // what was just done
        fitColumns();
        showChosen();
    });
    connect(m_list, &QTreeView::clicked, this, [this](const QModelIndex &index) {
        if (index.column() == Activity::UndoColumn)
            m_activity.undo(index.row());
    });
    connect(m_undo, &QToolButton::clicked, this, [this] { m_activity.undo(chosenRow()); });
    connect(m_copy, &QToolButton::clicked, this, &ActivityPanel::copy);
    showChosen();
}

/// Letters of another size want other widths.
void ActivityPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        fitColumns();
    QWidget::changeEvent(event);
}

/// What the list leaves over.
void ActivityPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape)
        return QWidget::keyPressEvent(event);
    emit left();
}

void ActivityPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

/// All of the rows in sight is seen where there is room; the last column takes the rest.
void ActivityPanel::fitColumns()
{
    const QAbstractItemView &list = *m_list;
    const int least = leastLetters * letterWidth(fontMetrics());
    std::vector<ColumnWish> wishes;
    for (int column = 0; column < Activity::columns; ++column) {
        const int natural =
            std::max(list.sizeHintForColumn(column), m_list->header()->sectionSizeHint(column));
        wishes.push_back({natural, column == Activity::WhenColumn ? natural : std::min(natural, least)});
    }
    const std::vector<int> widths = fittedWidths(wishes, m_list->viewport()->width());
    for (int column = 0; column < Activity::UndoColumn; ++column)
        m_list->setColumnWidth(column, widths[column]);
}

int ActivityPanel::chosenRow() const
{
    const QModelIndex current = m_list->currentIndex();
    return current.isValid() ? current.row() : -1;
}

void ActivityPanel::showChosen()
{
    const QString undo = m_activity.undoText(chosenRow());
    m_undo->setText(undo.isEmpty() ? tr("Undo") : undo);
    offer(m_undo, !undo.isEmpty());
    offer(m_copy, !m_activity.kubectl(chosenRow()).isEmpty());
}

/// Keys meant for a button that is off do not reach the next one.
void ActivityPanel::offer(QToolButton *button, bool isOffered)
{
    if (!isOffered && button->hasFocus())
        m_list->setFocus();
    button->setEnabled(isOffered);
}

void ActivityPanel::copy()
{
    const QString line = m_activity.kubectl(chosenRow());
    QApplication::clipboard()->setText(line);
    emit noticed({.text = tr("Copied: %1").arg(text(utf8(line.section(u'\n', 0, 0)))), .seconds = 3});
}

} // namespace ui
