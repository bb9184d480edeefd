// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/livetable.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QProxyStyle>
#include <QScrollBar>

#include <utility>

namespace ui {

namespace {

constexpr int ageEvery = 1000; // ms
constexpr int flashEvery = 60; // ms
constexpr int sortMark = 14; // px

/// The headers' text begins where the cells' does.
class RoomyHeaderStyle : public QProxyStyle
{
public:
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget) const override
    {
        const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option);
        if (element != CE_HeaderLabel || !header)
            return QProxyStyle::drawControl(element, option, painter, widget);
        QStyleOptionHeader roomy(*header);
        roomy.rect.adjust(4, 0, roomy.sortIndicator == QStyleOptionHeader::None ? -4 : 0, 0);
        QProxyStyle::drawControl(element, &roomy, painter, widget);
    }
};

} // namespace

LiveTable::LiveTable(TableModel &model, const Theme &theme, QWidget *parent)
    : QTableView(parent)
    , m_model(model)
    , m_delegate(new CellDelegate(model, theme, this))
{
    setModel(&model);
    setItemDelegate(m_delegate);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(DoubleClicked | EditKeyPressed);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setFrameShape(NoFrame);
    setUpHeader();

    connect(&model, &TableModel::aboutToRearrange, this, &LiveTable::beforeRearranging);
    connect(&model, &TableModel::rearranged, this, &LiveTable::afterRearranging);
    connect(&model, &TableModel::modelReset, this, [this] {
        m_chosen = false;
        m_missing.reset();
    });
    connect(&model, &TableModel::dataChanged, this, [this] {
        if (isVisible() && !m_flashTimer.isActive())
            m_flashTimer.start(flashEvery);
    });
    connect(&m_flashTimer, &QTimer::timeout, this, &LiveTable::animateFlashes);
    connect(&m_ageTimer, &QTimer::timeout, this, &LiveTable::repaintGrowingCells);
    connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex &index) {
        if (!(m_model.flags(index) & Qt::ItemIsEditable))
            emit inspectAsked();
    });
    m_ageTimer.start(ageEvery);
}

void LiveTable::setUpHeader()
{
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(std::max(24, fontMetrics().height() + 8));
    QHeaderView *header = horizontalHeader();
    auto *style = new RoomyHeaderStyle;
    style->setParent(header);
    header->setStyle(style);
    header->setSectionsMovable(true);
    header->setHighlightSections(false);
    header->setStretchLastSection(true);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    for (int i = 0; i < m_model.columnCount(); ++i) {
        const int content = m_model.column(i).width * fontMetrics().averageCharWidth();
        const int title = header->fontMetrics().horizontalAdvance(m_model.column(i).title) + sortMark;
        setColumnWidth(i, std::max(content, title) + 2 * CellDelegate::margin);
        setColumnHidden(i, !m_model.column(i).shown);
    }
    setSortingEnabled(true);
    sortByColumn(0, Qt::AscendingOrder);
    connect(header, &QHeaderView::customContextMenuRequested, this, &LiveTable::showColumnMenu);
}

void LiveTable::showColumnMenu(QPoint position)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int i = 1; i < m_model.columnCount(); ++i) {
        QAction *action = menu->addAction(m_model.column(i).title);
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(i));
        connect(action, &QAction::toggled, this, [this, i](bool shown) { setColumnHidden(i, !shown); });
    }
    menu->popup(horizontalHeader()->mapToGlobal(position));
}

std::optional<core::api::ObjectKey> LiveTable::currentKey() const
{
    const QModelIndex current = currentIndex();
    return current.isValid() ? std::optional(m_model.keyAt(current.row())) : std::nullopt;
}

std::optional<core::api::ObjectKey> LiveTable::chosenKey() const
{
    return selectionModel()->isSelected(currentIndex()) ? currentKey() : std::nullopt;
}

std::vector<core::api::ObjectKey> LiveTable::selectedKeys() const
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

bool LiveTable::selectKey(const core::api::ObjectKey &key)
{
    const int row = m_model.rowOf(key);
    if (row < 0)
        return false;
    m_chosen = true;
    const QModelIndex index = m_model.index(row, 0);
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index);
    return true;
}

void LiveTable::selectFirst()
{
    if (m_model.rowCount() > 0)
        selectKey(m_model.keyAt(0));
}

void LiveTable::setEmptyText(const QString &text)
{
    m_emptyText = text;
    if (m_model.rowCount() == 0)
        viewport()->update();
}

bool LiveTable::editCurrent(const QString &columnId)
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

QString LiveTable::selectedText() const
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

void LiveTable::beforeRearranging()
{
    m_rearranging = true;
    m_before = choice();
    keepPlace();
}

void LiveTable::afterRearranging()
{
    restorePlace();
    keepChoice();
    followTop();
    m_rearranging = false;
    emit selectionMoved();
}

std::optional<LiveTable::Choice> LiveTable::choice() const
{
    const auto key = chosenKey();
    if (!key)
        return std::nullopt;
    const int row = currentIndex().row();
    return Choice {*key, m_model.uidOf(m_model.objectAt(row)), row};
}

bool LiveTable::isShown(const Choice &choice) const
{
    const int row = m_model.rowOf(choice.key);
    return row >= 0 && m_model.uidOf(m_model.objectAt(row)) == choice.uid;
}

/// Qt makes a neighbour of a row that leaves the current one. Here nothing is chosen in its stead; the place
/// stays, for the next key, and the row is chosen again when it comes back.
void LiveTable::keepChoice()
{
    if (m_before && !isShown(*m_before)) {
        m_missing = m_before;
        const int row = std::min(m_before->row, m_model.rowCount() - 1);
        selectionModel()->setCurrentIndex(m_model.index(row, 0), QItemSelectionModel::NoUpdate);
    } else if (m_missing && isShown(*m_missing) && !selectionModel()->hasSelection()) {
        const auto key = std::exchange(m_missing, std::nullopt)->key;
        selectionModel()->setCurrentIndex(m_model.index(m_model.rowOf(key), 0),
            QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
}

void LiveTable::followTop()
{
    if (m_chosen || m_missing || !m_choosesFirst || m_model.rowCount() == 0)
        return;
    selectionModel()->setCurrentIndex(
        m_model.index(0, 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

/// The current row stays on its line of the screen; without one in sight the first row shown does. At the
/// very top with nothing chosen the top stays.
void LiveTable::keepPlace()
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

void LiveTable::restorePlace()
{
    if (!m_anchor.key)
        return;
    const int row = m_model.rowOf(*m_anchor.key);
    if (row < 0)
        return;
    executeDelayedItemsLayout();
    QScrollBar *bar = verticalScrollBar();
    bar->setValue(bar->value() + rowViewportPosition(row) - m_anchor.line);
}

int LiveTable::repaintCells(const std::function<bool(const QModelIndex &)> &which)
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

void LiveTable::repaintGrowingCells()
{
    repaintCells([this](const QModelIndex &index) {
        return m_model.column(index.column()).ribbon || m_model.cellAt(index).since;
    });
}

void LiveTable::animateFlashes()
{
    if (repaintCells([this](const QModelIndex &index) { return m_model.isFading(index); }) == 0)
        m_flashTimer.stop();
}

void LiveTable::paintEvent(QPaintEvent *event)
{
    QTableView::paintEvent(event);
    if (m_model.rowCount() > 0 || m_emptyText.isEmpty())
        return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(viewport()->rect().adjusted(24, 24, -24, -24),
        static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap, m_emptyText);
}

void LiveTable::moveCurrent(int rows)
{
    if (m_model.rowCount() == 0)
        return;
    const bool stands = !m_missing && currentIndex().isValid(); // otherwise the next one has moved up to here
    const int step = rows > 0 && !stands ? rows - 1 : rows;
    const int row = std::clamp(std::max(0, currentIndex().row()) + step, 0, m_model.rowCount() - 1);
    selectKey(m_model.keyAt(row));
}

/// Shift tells letters apart; a sign may need it on one keyboard and not on another.
QAction *LiveTable::actionFor(const QKeyEvent &event) const
{
    const bool letter = event.key() >= Qt::Key_A && event.key() <= Qt::Key_Z;
    const auto ignored = letter ? Qt::KeypadModifier : Qt::KeypadModifier | Qt::ShiftModifier;
    const QKeySequence pressed(event.key() | (event.modifiers() & ~ignored));
    const auto found = std::ranges::find(m_keys, pressed, &std::pair<QKeySequence, QAction *>::first);
    return found == m_keys.end() ? nullptr : found->second;
}

void LiveTable::keyPressEvent(QKeyEvent *event)
{
    m_chosen = true;
    if (QAction *action = actionFor(*event)) {
        if (!event->isAutoRepeat()) // a key held down means one step
            action->trigger();
        return;
    }
    const int page = std::max(1, viewport()->height() / verticalHeader()->defaultSectionSize() / 2);
    const bool plain = !(event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier));
    const bool control = event->modifiers() == Qt::ControlModifier;
    if (event->matches(QKeySequence::Copy))
        return QApplication::clipboard()->setText(selectedText());
    switch (event->key()) {
    case Qt::Key_J:
        return plain ? moveCurrent(1) : QTableView::keyPressEvent(event);
    case Qt::Key_K:
        return plain ? moveCurrent(-1) : QTableView::keyPressEvent(event);
    case Qt::Key_G:
        return plain
            ? moveCurrent(event->modifiers() & Qt::ShiftModifier ? m_model.rowCount() : -m_model.rowCount())
            : QTableView::keyPressEvent(event);
    case Qt::Key_D:
        return control ? moveCurrent(page) : QTableView::keyPressEvent(event);
    case Qt::Key_U:
        return control ? moveCurrent(-page) : QTableView::keyPressEvent(event);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (state() != EditingState)
            emit inspectAsked();
        return;
    default:
        QTableView::keyPressEvent(event);
    }
}

void LiveTable::mousePressEvent(QMouseEvent *event)
{
    m_chosen = true;
    m_model.setOrderHeld(true);
    QTableView::mousePressEvent(event);
}

void LiveTable::mouseReleaseEvent(QMouseEvent *event)
{
    QTableView::mouseReleaseEvent(event);
    m_model.setOrderHeld(state() == EditingState);
}

bool LiveTable::edit(const QModelIndex &index, EditTrigger trigger, QEvent *event)
{
    const bool editing = QTableView::edit(index, trigger, event);
    if (editing && state() == EditingState)
        m_model.setOrderHeld(true);
    return editing;
}

void LiveTable::closeEditor(QWidget *editor, QAbstractItemDelegate::EndEditHint hint)
{
    QTableView::closeEditor(editor, hint);
    m_model.setOrderHeld(false);
}

void LiveTable::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTableView::selectionChanged(selected, deselected);
    if (m_rearranging)
        return;
    if (!selected.isEmpty())
        m_missing.reset();
    emit selectionMoved();
}

void LiveTable::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    if (!m_rearranging)
        emit selectionMoved();
}

} // namespace ui
