// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/objecttable.h"

#include "ui/keys.h"
#include "ui/widgets/buttonlook.h"
#include "ui/widgets/ticker.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolButton>

#include <array>
#include <utility>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int emptyTextFlags = static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap;
constexpr std::chrono::seconds ageEvery {1};
constexpr int flashEvery = 60; // ms
constexpr int leastRow = 24; // px
constexpr int aroundEmptyText = 24;
constexpr int aboveHelp = 10;

/// A key on the way to a menu or another table means nothing here.
bool isForElsewhere(const QKeyEvent &event)
{
    constexpr std::array<int, 5> modifiers {
        Qt::Key_Alt, Qt::Key_AltGr, Qt::Key_Control, Qt::Key_Meta, Qt::Key_Shift};
    return event.modifiers().testFlag(Qt::AltModifier) || std::ranges::count(modifiers, event.key()) > 0;
}

} // namespace

ObjectTable::ObjectTable(TableModel &model, const Theme &theme, QWidget *parent)
    : QTableView(parent)
    , m_model(model)
    , m_theme(theme)
    , m_delegate(new CellDelegate(model, theme, this))
    , m_columns(*this, model, *m_delegate)
{
    setModel(&model);
    setItemDelegate(m_delegate);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(DoubleClicked | EditKeyPressed);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setFrameShape(NoFrame);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    fitRows();
    m_columns.setUp();

    connect(&model, &TableModel::aboutToRearrange, this, &ObjectTable::beforeRearranging);
    connect(&model, &TableModel::rearranged, this, &ObjectTable::afterRearranging);
    connect(&model, &TableModel::modelReset, this, [this] {
        m_chosen = false;
        m_marking = false;
        m_missing.reset();
        m_columns.forgetSample();
    });
    connect(&model, &TableModel::rearranged, &m_columns, &TableColumns::sampleSoon);
    connect(&model, &TableModel::dataChanged, &m_columns, &TableColumns::sampleSoon);
    connect(&model, &TableModel::pendingShown, &m_columns, &TableColumns::sampleOnceOfMany);
    connect(&model, &TableModel::countsChanged, this, &ObjectTable::showHelp);
    connect(&model, &TableModel::dataChanged, this, [this] {
        if (isVisible() && !m_flashTimer.isActive())
            m_flashTimer.start(flashEvery);
    });
    connect(&m_flashTimer, &QTimer::timeout, this, &ObjectTable::animateFlashes);
    connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex &index) {
        if (!(m_model.flags(index) & Qt::ItemIsEditable))
            emit inspectAsked();
    });
    new Ticker(this, ageEvery, [this] { repaintGrowingCells(); });
    followTop();
}

void ObjectTable::fitRows()
{
    verticalHeader()->setDefaultSectionSize(std::max(leastRow, fontMetrics().height() + 8));
}

/// The current row that was in sight stays there when there is less room.
void ObjectTable::resizeEvent(QResizeEvent *event)
{
    const QModelIndex current = currentIndex();
    const auto isWithin = [&](int height) {
        const int line = rowViewportPosition(current.row());
        return current.isValid() && line >= 0 && line + rowHeight(current.row()) <= height;
    };
    const bool wasInSight = isWithin(event->oldSize().height());
    m_columns.fit();
    QTableView::resizeEvent(event);
    if (wasInSight && !isWithin(event->size().height()))
        scrollTo(m_model.index(current.row(), 0));
    showHelp();
}

/// Letters of another size want other widths.
void ObjectTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    fitRows();
    showHelp();
    m_columns.measureAnew();
}

void ObjectTable::showEvent(QShowEvent *event)
{
    QTableView::showEvent(event);
    m_columns.sample();
    m_columns.fit();
    showHelp();
}

std::optional<core::api::ObjectKey> ObjectTable::currentKey() const
{
    const QModelIndex current = currentIndex();
    return current.isValid() ? std::optional(m_model.keyAt(current.row())) : std::nullopt;
}

std::optional<core::api::ObjectKey> ObjectTable::chosenKey() const
{
    return selectionModel()->isSelected(currentIndex()) ? currentKey() : std::nullopt;
}

std::vector<core::api::ObjectKey> ObjectTable::selectedKeys() const
{
    std::vector<int> rows;
    for (const QModelIndex &index : selectionModel()->selectedRows())
        rows.push_back(index.row());
    std::sort(rows.begin(), rows.end());
    std::vector<core::api::ObjectKey> keys;
    for (const int row : rows)
        keys.push_back(m_model.keyAt(row));
    return keys;
}

bool ObjectTable::selectKey(const core::api::ObjectKey &key)
{
    m_marking = m_marking && m_model.rowOf(key) < 0;
    return goTo(key);
}

bool ObjectTable::goTo(const core::api::ObjectKey &key)
{
    const int row = m_model.rowOf(key);
    if (row < 0)
        return false;
    m_chosen = true;
    const QModelIndex index = m_model.index(row, 0);
    selectionModel()->setCurrentIndex(index,
        m_marking ? QItemSelectionModel::NoUpdate
                  : QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index);
    return true;
}

/// The first mark keeps what is chosen already.
void ObjectTable::toggleMark()
{
    if (!currentIndex().isValid())
        return;
    const auto command = m_marking ? QItemSelectionModel::Toggle : QItemSelectionModel::Select;
    m_chosen = true;
    m_marking = true;
    selectionModel()->select(currentIndex(), command | QItemSelectionModel::Rows);
    if (!m_marking) // it was the last one
        endMarking();
}

void ObjectTable::endMarking()
{
    m_marking = false;
    selectionModel()->select(currentIndex(), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    viewport()->update();
}

QModelIndex ObjectTable::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    const bool toAnEnd = action == MoveHome || action == MoveEnd;
    const int end = action == MoveHome ? 0 : m_model.rowCount() - 1;
    const bool choosesHere = action == MoveDown && !modifiers.testFlag(Qt::ControlModifier)
        && currentIndex().isValid() && !selectionModel()->hasSelection();
    const QModelIndex reached = toAnEnd ? m_model.index(end, std::max(0, currentIndex().column()))
        : choosesHere                   ? currentIndex()
                                        : QTableView::moveCursor(action, modifiers);
    if (reached.isValid() && reached == currentIndex())
        chooseWhereKeysAre();
    return reached;
}

/// Qt lets a step that ends where it began choose nothing: of a table with one row, none could be chosen.
void ObjectTable::chooseWhereKeysAre()
{
    if (m_marking || selectionModel()->hasSelection())
        return;
    selectionModel()->select(currentIndex(), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(currentIndex());
}

void ObjectTable::orderBy(int column)
{
    const bool turns = m_model.sortColumn() == column && m_model.sortOrder() == Qt::AscendingOrder;
    sortByColumn(column, turns ? Qt::DescendingOrder : Qt::AscendingOrder);
}

QItemSelectionModel::SelectionFlags ObjectTable::selectionCommand(
    const QModelIndex &index, const QEvent *event) const
{
    const bool isPlainKey = event && event->type() == QEvent::KeyPress
        && !static_cast<const QKeyEvent *>(event)->modifiers().testFlag(Qt::ShiftModifier);
    return m_marking && isPlainKey ? QItemSelectionModel::NoUpdate
                                   : QTableView::selectionCommand(index, event);
}

bool ObjectTable::isUnmarkedCurrent() const
{
    return m_marking && currentIndex().isValid() && !selectionModel()->isSelected(currentIndex());
}

void ObjectTable::selectKeys(const std::vector<core::api::ObjectKey> &keys)
{
    std::vector<int> rows;
    for (const auto &key : keys) {
        if (const int row = m_model.rowOf(key); row >= 0)
            rows.push_back(row);
    }
    std::ranges::sort(rows);
    QItemSelection selection; // of stretches of rows: thousands of single ones would be slow
    for (auto begin = rows.begin(); begin != rows.end();) {
        auto end = std::next(begin);
        while (end != rows.end() && *end == *std::prev(end) + 1)
            ++end;
        selection.append(QItemSelectionRange(
            m_model.index(*begin, 0), m_model.index(*std::prev(end), m_model.columnCount() - 1)));
        begin = end;
    }
    m_chosen = true;
    m_marking = false;
    const int current = keys.empty() ? -1 : m_model.rowOf(keys.front());
    if (current >= 0)
        selectionModel()->setCurrentIndex(m_model.index(current, 0), QItemSelectionModel::NoUpdate);
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (current >= 0)
        scrollTo(m_model.index(current, 0));
}

void ObjectTable::selectFirst()
{
    if (m_model.rowCount() > 0)
        selectKey(m_model.keyAt(0));
}

std::optional<ChosenObject> ObjectTable::userChoice() const
{
    const auto present = choice();
    const auto &chosen = present ? present : m_missing;
    return m_chosen && chosen ? std::optional(ChosenObject {chosen->key, chosen->uid}) : std::nullopt;
}

void ObjectTable::awaitChoice(const ChosenObject &object)
{
    m_chosen = true;
    clearSelection();
    m_before.reset();
    m_missing = Choice {object.key, object.uid, 0, -1};
    keepChoice();
}

void ObjectTable::setEmptyText(const QString &text, QAction *help)
{
    m_emptyText = text;
    if (help && !m_help)
        makeHelp();
    if (m_help && m_help->defaultAction() != help) {
        if (QAction *before = m_help->defaultAction())
            m_help->removeAction(before);
        m_help->setDefaultAction(help);
    }
    showHelp();
    if (m_model.rowCount() == 0)
        viewport()->update();
}

void ObjectTable::makeHelp()
{
    m_help = new QToolButton(viewport());
    m_help->setObjectName(u"help"_s);
    m_help->setFocusPolicy(Qt::StrongFocus);
    wearButtonLook(m_help, m_theme);
    setTabOrder(this, m_help);
}

/// Where both have room: why the table is empty comes first.
void ObjectTable::showHelp()
{
    if (!m_help)
        return;
    const QSize size = m_help->sizeHint().boundedTo(viewport()->size());
    const QRect room = emptyTextRoom();
    const QRect words = fontMetrics().boundingRect(
        room.adjusted(0, 0, 0, -aboveHelp - size.height()), emptyTextFlags, m_emptyText);
    const bool helps = m_help->defaultAction() && m_model.rowCount() == 0
        && words.height() + aboveHelp + size.height() <= room.height();
    if (!helps && m_help->hasFocus())
        setFocus();
    m_help->setAccessibleDescription(m_emptyText);
    m_help->setGeometry(QRect({room.center().x() - size.width() / 2, words.bottom() + aboveHelp}, size));
    m_help->setVisible(helps);
}

QRect ObjectTable::emptyTextRoom() const
{
    const int around = std::min(aroundEmptyText, viewport()->height() / 8);
    return viewport()->rect().adjusted(aroundEmptyText, around, -aroundEmptyText, -around);
}

bool ObjectTable::editCurrent(const QString &columnId)
{
    const int column = m_model.columnIndex(columnId);
    const auto chosen = chosenKey();
    const QModelIndex index = chosen ? m_model.index(m_model.rowOf(*chosen), column) : QModelIndex();
    if (!index.isValid() || !(m_model.flags(index) & Qt::ItemIsEditable))
        return false;
    scrollTo(index);
    m_chosen = true;
    return edit(index, AllEditTriggers, nullptr);
}

QString ObjectTable::selectedText() const
{
    std::vector<int> columns;
    for (int place = 0; place < m_model.columnCount(); ++place) {
        const int column = horizontalHeader()->logicalIndex(place);
        if (!isColumnHidden(column))
            columns.push_back(column);
    }
    QStringList lines;
    const auto addLine = [&](const std::function<QString(int column)> &textOf) {
        QStringList fields;
        for (const int column : columns)
            fields.append(textOf(column).simplified()); // a tab or an end of line would begin another field
        lines.append(fields.join(u'\t'));
    };
    for (const auto &key : selectedKeys()) {
        if (lines.isEmpty())
            addLine([this](int column) { return m_model.column(column).title; });
        const int row = m_model.rowOf(key);
        addLine([this, row](int column) { return m_model.wordsAt(m_model.index(row, column)); });
    }
    return lines.isEmpty() ? QString() : lines.join(u'\n') + u'\n';
}

void ObjectTable::beforeRearranging()
{
    m_rearranging = true;
    m_before = choice();
    keepPlace();
}

void ObjectTable::afterRearranging()
{
    restorePlace();
    keepChoice();
    followTop();
    m_rearranging = false;
    emit selectionMoved();
}

std::optional<ObjectTable::Choice> ObjectTable::choice() const
{
    const auto key = chosenKey();
    if (!key)
        return std::nullopt;
    const int row = currentIndex().row();
    const int line = rowViewportPosition(row);
    return Choice {*key, m_model.uidOf(m_model.objectAt(row)), row, line < viewport()->height() ? line : -1};
}

bool ObjectTable::isShown(const Choice &choice) const
{
    const int row = m_model.rowOf(choice.key);
    return row >= 0 && m_model.uidOf(m_model.objectAt(row)) == choice.uid;
}

/// Qt makes a neighbour of a row that leaves the current one. Here nothing is chosen in its stead; the place
/// stays, for the next key, and the row is chosen again when it comes back.
void ObjectTable::keepChoice()
{
    if (m_before && !isShown(*m_before)) {
        m_missing = m_before;
        const int row = std::min(m_before->row, m_model.rowCount() - 1);
        selectionModel()->setCurrentIndex(m_model.index(row, 0), QItemSelectionModel::NoUpdate);
    }
    const auto &wanted = m_before ? m_before : m_missing;
    if (!wanted || !isShown(*wanted) || selectionModel()->hasSelection())
        return;
    selectionModel()->setCurrentIndex(m_model.index(m_model.rowOf(wanted->key), 0),
        QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (wanted->line >= 0)
        placeRow(m_model.rowOf(wanted->key), wanted->line);
    m_missing.reset();
}

void ObjectTable::followTop()
{
    if (m_chosen || m_missing || !m_choosesFirst || m_model.rowCount() == 0)
        return;
    selectionModel()->setCurrentIndex(
        m_model.index(0, 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

/// The current row stays on its line of the screen; without one in sight the first row shown does. At the
/// very top with nothing chosen the top stays.
void ObjectTable::keepPlace()
{
    m_anchor = {};
    if (!m_chosen && verticalScrollBar()->value() == 0)
        return;
    const auto lineOf = [this](int row) { return rowViewportPosition(row); };
    const QModelIndex current = currentIndex();
    int row = -1;
    if (current.isValid() && lineOf(current.row()) >= 0 && lineOf(current.row()) < viewport()->height())
        row = current.row();
    else if (verticalScrollBar()->value() > 0)
        row = rowAt(0);
    if (row >= 0)
        m_anchor = {m_model.keyAt(row), lineOf(row)};
}

void ObjectTable::restorePlace()
{
    if (!m_anchor.key)
        return;
    const int row = m_model.rowOf(*m_anchor.key);
    if (row < 0)
        return;
    placeRow(row, m_anchor.line);
}

void ObjectTable::placeRow(int row, int line)
{
    executeDelayedItemsLayout();
    QScrollBar *bar = verticalScrollBar();
    bar->setValue(bar->value() + rowViewportPosition(row) - line);
}

int ObjectTable::repaintCells(const std::function<bool(const QModelIndex &)> &which)
{
    const int first = isVisible() ? rowAt(0) : -1;
    if (first < 0)
        return 0;
    const int bottom = rowAt(viewport()->height() - 1);
    const int last = bottom < 0 ? m_model.rowCount() - 1 : bottom;
    int repainted = 0;
    for (int column = 0; column < m_model.columnCount(); ++column) {
        for (int row = first; row <= last && !isColumnHidden(column); ++row) {
            const QModelIndex index = m_model.index(row, column);
            if (!which(index))
                continue;
            viewport()->update(visualRect(index));
            ++repainted;
        }
    }
    return repainted;
}

void ObjectTable::repaintGrowingCells()
{
    const core::api::Time now = m_model.now();
    const core::api::Time before = std::exchange(m_agesAt, now);
    int ribbonWidth = 0;
    for (int column = 0; column < m_model.columnCount(); ++column)
        ribbonWidth = std::max(ribbonWidth, m_model.column(column).ribbon ? columnWidth(column) : 0);
    const bool ribbonsMove =
        now < m_ribbonsAt || now - m_ribbonsAt >= m_delegate->ribbonTimePerPixel(ribbonWidth);
    if (ribbonsMove)
        m_ribbonsAt = now;
    repaintCells([&](const QModelIndex &index) {
        return m_model.column(index.column()).ribbon ? ribbonsMove : m_model.hasAgedSince(index, before);
    });
}

void ObjectTable::animateFlashes()
{
    if (repaintCells([this](const QModelIndex &index) { return m_model.isFading(index); }) == 0)
        m_flashTimer.stop();
}

void ObjectTable::paintEvent(QPaintEvent *event)
{
    QTableView::paintEvent(event);
    if (m_model.isAnyFading() && !m_flashTimer.isActive()) // of a row that has just come, or come into sight
        m_flashTimer.start(flashEvery);
    QPainter painter(viewport());
    if (isUnmarkedCurrent()) {
        const int row = currentIndex().row();
        painter.setPen(m_theme.color(Tone::Accent));
        painter.drawRect(0, rowViewportPosition(row), viewport()->width() - 1, rowHeight(row) - 1);
    }
    if (m_model.rowCount() > 0 || m_emptyText.isEmpty())
        return;
    painter.setPen(palette().color(QPalette::PlaceholderText));
    const bool helps = m_help && !m_help->isHidden();
    const int below = helps ? aboveHelp + m_help->height() : 0;
    painter.drawText(emptyTextRoom().adjusted(0, 0, 0, -below), emptyTextFlags, m_emptyText);
}

void ObjectTable::moveCurrent(int rows)
{
    if (m_model.rowCount() == 0)
        return;
    const bool stands = !m_missing && selectionModel()->hasSelection(); // otherwise the next one is here
    const int step = rows > 0 && !stands ? rows - 1 : rows;
    const int row = std::clamp(std::max(0, currentIndex().row()) + step, 0, m_model.rowCount() - 1);
    m_missing.reset();
    goTo(m_model.keyAt(row));
}

void ObjectTable::moveHalfPages(int pages)
{
    const int page = std::max(1, viewport()->height() / verticalHeader()->defaultSectionSize() / 2);
    moveCurrent(pages * page);
}

void ObjectTable::moveToMatch(const Filter &filter, int step)
{
    const int rows = m_model.rowCount();
    const int from = currentIndex().isValid() ? currentIndex().row() : std::min(-step, 0);
    for (int away = 1; away <= rows; ++away) {
        const int row = ((from + step * away) % rows + rows) % rows;
        if (m_model.matches(row, filter)) {
            goTo(m_model.keyAt(row));
            return;
        }
    }
}

QAction *ObjectTable::actionFor(const QKeyEvent &event) const
{
    const QKeySequence pressed = keyPressed(event);
    if (pressed.isEmpty())
        return nullptr;
    const auto action =
        std::ranges::find_if(m_actions, [&](const QAction *one) { return keyOf(*one) == pressed; });
    return action == m_actions.end() ? nullptr : *action;
}

void ObjectTable::keyPressEvent(QKeyEvent *event)
{
    if (!isForElsewhere(*event))
        m_chosen = true;
    // What the box of a cell that is being edited leaves alone is no key of the table either.
    QAction *action = state() == EditingState ? nullptr : actionFor(*event);
    if (action) {
        if (!event->isAutoRepeat() || action->autoRepeat())
            action->trigger();
        return;
    }
    if (event->matches(QKeySequence::Copy))
        return QApplication::clipboard()->setText(selectedText());
    if (event->key() == Qt::Key_Escape && m_marking)
        return endMarking();
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!isEnter)
        return QTableView::keyPressEvent(event);
    if (state() != EditingState)
        emit inspectAsked();
}

void ObjectTable::mousePressEvent(QMouseEvent *event)
{
    m_chosen = true;
    m_marking = m_marking && (event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier));
    m_model.setOrderHeld(true);
    QTableView::mousePressEvent(event);
}

void ObjectTable::mouseReleaseEvent(QMouseEvent *event)
{
    QTableView::mouseReleaseEvent(event);
    m_model.setOrderHeld(state() == EditingState);
}

bool ObjectTable::edit(const QModelIndex &index, EditTrigger trigger, QEvent *event)
{
    const bool isMeant = trigger == AllEditTriggers || editTriggers().testFlag(trigger);
    if (isMeant && (m_model.flags(index) & Qt::ItemIsEditable) && state() != EditingState && m_mayEdit
        && !m_mayEdit())
        return false;
    const bool editing = QTableView::edit(index, trigger, event);
    if (editing && state() == EditingState)
        m_model.setOrderHeld(true);
    return editing;
}

void ObjectTable::closeEditor(QWidget *editor, QAbstractItemDelegate::EndEditHint hint)
{
    QTableView::closeEditor(editor, hint);
    m_model.setOrderHeld(false);
}

void ObjectTable::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTableView::selectionChanged(selected, deselected);
    m_marking = m_marking && selectionModel()->hasSelection();
    if (m_rearranging)
        return;
    if (!selected.isEmpty())
        m_missing.reset();
    emit selectionMoved();
}

void ObjectTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    if (m_marking)
        viewport()->update(); // the frame goes along
    if (!m_rearranging)
        emit selectionMoved();
}

} // namespace ui
