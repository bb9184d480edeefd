// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tablecolumns.h"

#include "ui/models/tablemodel.h"
#include "ui/textsize.h"
#include "ui/widgets/celldelegate.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QProxyStyle>
#include <QScopedValueRollback>
#include <QTableView>

#include <algorithm>

namespace ui {

namespace {

constexpr int sortMark = 14; // px
constexpr int sampledRows = 200;
constexpr int leastOfIdentity = 32; // letters that stay of names while others can give way
constexpr int leastOfAll = 8; // letters that stay of any in a table that is very narrow
constexpr int leastOfEmpty = 4; // letters of the title that stay of a column without a word
constexpr int leastOfNamed = 4; // of a name that is told elsewhere too
constexpr int sampleEvery = 1000; // ms
constexpr int leastLess = 4; // letters: for less no column is moved

/// The headers' text begins where the cells' does.
class RoomyHeaderStyle : public QProxyStyle
{
public:
    explicit RoomyHeaderStyle(const TableColumns &columns) : m_columns(columns) { }

    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget) const override
    {
        const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option);
        if (element == CE_HeaderSection && header) {
            painter->fillRect(header->rect, header->palette.base());
            painter->fillRect(
                header->rect.adjusted(0, header->rect.height() - 1, 0, 0), header->palette.mid());
            return;
        }
        if (element != CE_HeaderLabel || !header)
            return QProxyStyle::drawControl(element, option, painter, widget);
        QStyleOptionHeaderV2 roomy;
        if (const auto *elided = qstyleoption_cast<const QStyleOptionHeaderV2 *>(option))
            roomy = *elided;
        else
            static_cast<QStyleOptionHeader &>(roomy) = *header;
        roomy.text = m_columns.shownTitle(roomy.section);
        const int room = m_columns.titleRoom(roomy.section); // by whole pixels, as columns are measured
        if (roomy.fontMetrics.horizontalAdvance(roomy.text) > room)
            roomy.text = roomy.fontMetrics.elidedText(roomy.text, Qt::ElideRight, room);
        roomy.palette.setColor(QPalette::ButtonText, roomy.palette.color(QPalette::PlaceholderText));
        roomy.rect.adjust(4, 0, roomy.sortIndicator == QStyleOptionHeader::None ? -4 : 0, 0);
        QProxyStyle::drawControl(element, &roomy, painter, widget);
    }

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget) const override
    {
        if (element == PE_IndicatorHeaderArrow)
            QApplication::style()->drawPrimitive(element, option, painter, widget);
        else
            QProxyStyle::drawPrimitive(element, option, painter, widget);
    }

private:
    const TableColumns &m_columns;
};

} // namespace

TableColumns::TableColumns(QTableView &table, const TableModel &model, const CellDelegate &cells)
    : m_table(table)
    , m_model(model)
    , m_cells(cells)
{
}

void TableColumns::setUp()
{
    QHeaderView *header = m_table.horizontalHeader();
    auto *style = new RoomyHeaderStyle(*this);
    style->setParent(header);
    header->setStyle(style);
    header->setSectionsMovable(true);
    header->setHighlightSections(false);
    header->setTextElideMode(Qt::ElideRight);
    header->setStretchLastSection(true);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    for (int i = 0; i < m_model.columnCount(); ++i) {
        const int content = m_model.column(i).width * letterWidth(m_table.fontMetrics());
        m_everSeen.widths.push_back(
            std::max(content + 2 * CellDelegate::margin, widthFor(i, m_model.column(i).title)));
        m_table.setColumnWidth(i, m_everSeen.widths.back());
        m_table.setColumnHidden(i, !m_model.column(i).shown);
        m_everSeen.hasContent.push_back(m_model.column(i).ribbon);
    }
    m_inSight = m_everSeen;
    m_table.setSortingEnabled(true);
    m_table.sortByColumn(0, Qt::AscendingOrder);
    connect(header, &QHeaderView::customContextMenuRequested, this, &TableColumns::showMenu);
    connect(header, &QHeaderView::sectionResized, this, &TableColumns::keepUserWidth);
    connect(header, &QHeaderView::sectionMoved, this, &TableColumns::fit);
    connect(header, &QHeaderView::sortIndicatorChanged, this, &TableColumns::sample); // the mark takes room
    header->viewport()->installEventFilter(this);
    m_sampleTimer.setSingleShot(true);
    connect(&m_sampleTimer, &QTimer::timeout, this, &TableColumns::sample);
}

int TableColumns::titleRoom(int column) const
{
    const int mark = m_table.horizontalHeader()->sortIndicatorSection() == column ? sortMark : 0;
    return m_table.columnWidth(column) - mark - 2 * CellDelegate::margin;
}

int TableColumns::widthFor(int column, const QString &title) const
{
    const int around = m_table.columnWidth(column) - titleRoom(column);
    return m_table.horizontalHeader()->fontMetrics().horizontalAdvance(title) + around;
}

QString TableColumns::shownTitle(int column) const
{
    const auto &shown = m_model.column(column);
    const bool fits = widthFor(column, shown.title) <= m_table.columnWidth(column);
    return fits || shown.shortTitle.isEmpty() ? shown.title : shown.shortTitle;
}

void TableColumns::sampleSoon()
{
    if (!m_sampled)
        sample();
    else if (m_table.isVisible() && !m_sampleTimer.isActive())
        m_sampleTimer.start(sampleEvery);
}

void TableColumns::sampleOnceOfMany()
{
    const bool isOneOfMany = m_sampleTimer.isActive() && m_sampleTimer.interval() == 0;
    if (!isOneOfMany)
        sample();
    m_sampleTimer.start(0);
}

void TableColumns::measureAnew()
{
    std::ranges::fill(m_everSeen.widths, 0);
    std::ranges::fill(m_inSight.widths, 0);
    forgetSample();
    sample();
}

/// The rows in sight are enough, and the first time the first ones (docs/window.md W2).
void TableColumns::sample()
{
    if (!m_table.isVisible() || m_model.rowCount() == 0)
        return;
    const int first = m_sampled ? std::max(0, m_table.rowAt(0)) : 0;
    const int rowsInSight = m_table.viewport()->height() / m_table.verticalHeader()->defaultSectionSize() + 1;
    const int last = std::min(m_model.rowCount(), first + (m_sampled ? rowsInSight : sampledRows));
    const Needs now = needsOf(first, last);
    Needs ever = now;
    Needs inSight = now;
    for (std::size_t i = 0; m_sampled && i < now.widths.size(); ++i) {
        ever.widths[i] = std::max(now.widths[i], m_everSeen.widths[i]);
        ever.hasContent[i] = now.hasContent[i] || m_everSeen.hasContent[i];
        const int lessBy = m_inSight.widths[i] - now.widths[i];
        if (lessBy > 0 && lessBy < leastLess * letterWidth(m_table.fontMetrics()))
            inSight.widths[i] = m_inSight.widths[i];
    }
    m_sampled = true;
    const bool isSame = ever == m_everSeen && inSight == m_inSight;
    m_everSeen = std::move(ever);
    m_inSight = std::move(inSight);
    if (!isSame)
        fit();
}

TableColumns::Needs TableColumns::needsOf(int firstRow, int endRow) const
{
    Needs needs {std::vector<int>(m_everSeen.widths.size()), std::vector<bool>(m_everSeen.widths.size())};
    for (int i = 0; i < m_model.columnCount(); ++i) {
        const TableModel::AnyColumn &column = m_model.column(i);
        int width = std::max(
            widthFor(i, column.title), m_cells.contentWidth(m_table.fontMetrics(), column.longest, true));
        if (column.ribbon)
            width = std::max(width, column.width * letterWidth(m_table.fontMetrics()));
        bool hasContent = column.ribbon;
        for (int row = firstRow; row < endRow && !column.ribbon; ++row) {
            const QModelIndex cell = m_model.index(row, i);
            width = std::max(width, m_cells.contentWidth(m_table.fontMetrics(), cell));
            hasContent = hasContent || !cell.data().toString().isEmpty();
        }
        needs.widths[i] = width;
        needs.hasContent[i] = hasContent;
    }
    return needs;
}

ColumnWish TableColumns::wishOf(int column, const Needs &needs) const
{
    if (userWidths().contains(m_model.column(column).id))
        return {m_table.columnWidth(column), m_table.columnWidth(column)};
    const int natural = needs.widths[column];
    const auto &shown = m_model.column(column);
    const bool isEmpty = m_sampled && !needs.hasContent[column];
    if (isEmpty && m_table.horizontalHeader()->visualIndex(column) != lastPlace())
        return {natural, std::min(natural, leastWidthOfEmpty()), true};
    if (shown.numeric || !shown.longest.isEmpty())
        return {natural, natural};
    const bool isIdentity = column == identityColumn();
    const int letters = isIdentity ? leastOfIdentity : shown.least;
    const int title = widthFor(column, shown.shortTitle.isEmpty() ? shown.title : shown.shortTitle);
    const auto leastFor = [&](int kept) {
        const int content = kept * letterWidth(m_table.fontMetrics()) + 2 * CellDelegate::margin;
        return std::min(natural, std::max(content, title));
    };
    const int least = leastFor(letters);
    const int leastLetters = shown.name && !isIdentity ? leastOfNamed : leastOfAll;
    return {natural, least, shown.yields, least - leastFor(std::min(letters, leastLetters)), isIdentity};
}

/// Below its own least width the header does not go.
int TableColumns::leastWidthOfEmpty() const
{
    return std::max(
        leastOfEmpty * letterWidth(m_table.fontMetrics()), m_table.horizontalHeader()->minimumSectionSize());
}

/// What tells the rows apart: the first column of names.
int TableColumns::identityColumn() const
{
    int column = 0;
    while (column < m_model.columnCount() && !m_model.column(column).name)
        ++column;
    return column;
}

/// The last one in sight then takes what is left as well. Where there is not enough room for all that was
/// ever seen, nothing is kept for what is gone.
void TableColumns::fit()
{
    if (!m_table.isVisible() || m_headerPressed)
        return;
    std::vector<int> columns;
    for (int place = 0; place < m_model.columnCount(); ++place) {
        const int column = m_table.horizontalHeader()->logicalIndex(place);
        if (!m_table.isColumnHidden(column))
            columns.push_back(column);
    }
    const int room = m_table.viewport()->width();
    std::vector<ColumnWish> wishes;
    for (const Needs *needs : {&m_everSeen, &m_inSight}) {
        wishes.clear();
        int all = 0;
        for (const int column : columns)
            all += wishes.emplace_back(wishOf(column, *needs)).natural;
        if (all <= room)
            break;
    }
    const std::vector<int> widths = fittedWidths(wishes, room);
    const QScopedValueRollback fitting(m_fitting, true);
    for (std::size_t i = 0; i < columns.size(); ++i)
        m_table.setColumnWidth(columns[i], widths[i]);
}

QStringList TableColumns::userWidths() const
{
    return m_table.horizontalHeader()->property(userWidthsProperty).toStringList();
}

void TableColumns::keepUserWidth(int column)
{
    const QString id = m_model.column(column).id;
    const bool isLast = m_table.horizontalHeader()->visualIndex(column) == lastPlace();
    if (m_headerPressed && !m_fitting && !isLast && !userWidths().contains(id))
        m_table.horizontalHeader()->setProperty(userWidthsProperty, userWidths() << id);
}

int TableColumns::lastPlace() const
{
    int place = m_model.columnCount() - 1;
    while (place > 0 && m_table.isColumnHidden(m_table.horizontalHeader()->logicalIndex(place)))
        --place;
    return place;
}

/// A section that changes its width while the header is held is the user's doing.
bool TableColumns::eventFilter(QObject *object, QEvent *event)
{
    if (object == m_table.horizontalHeader()->viewport()) {
        if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick)
            m_headerPressed = true;
        else if (event->type() == QEvent::MouseButtonRelease)
            m_headerPressed = false;
    }
    return QObject::eventFilter(object, event);
}

void TableColumns::showMenu(QPoint position)
{
    auto *menu = new QMenu(&m_table);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int i = 1; i < m_model.columnCount(); ++i) {
        QAction *action = menu->addAction(m_model.column(i).title);
        action->setCheckable(true);
        action->setChecked(!m_table.isColumnHidden(i));
        connect(action, &QAction::toggled, this, [this, i](bool shown) {
            m_table.setColumnHidden(i, !shown);
            fit();
        });
    }
    menu->popup(m_table.horizontalHeader()->mapToGlobal(position));
}

void TableColumns::toggleAll()
{
    std::vector<int> hidden;
    std::vector<int> additional;
    for (int column = 0; column < m_model.columnCount(); ++column) {
        if (m_table.isColumnHidden(column))
            hidden.push_back(column);
        if (!m_model.column(column).shown)
            additional.push_back(column);
    }
    const bool showsAll = !hidden.empty();
    const std::vector<int> toHide = m_hiddenBefore.empty() ? additional : m_hiddenBefore;
    for (const int column : showsAll ? hidden : toHide)
        m_table.setColumnHidden(column, !showsAll);
    m_hiddenBefore = std::move(hidden);
    fit();
}

} // namespace ui
