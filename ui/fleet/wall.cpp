// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fleet/wall.h"

#include "core/base/log.h"
#include "ui/format.h"
#include "ui/textsize.h"
#include "ui/widgets/objecttable.h"
#include "ui/widgets/ticker.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPixmap>
#include <QRubberBand>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <map>
#include <utility>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::api::ObjectKey;

HOLLOWLAB_LOG(wallLog, "hollowlab.ui.wall")

namespace {

constexpr QSize leastCard {176, 46};
constexpr int aroundLines = 14; // px
constexpr int wallEvery = 100; // ms
constexpr std::chrono::seconds cardsAgeEvery {1};
constexpr int roundedFrom = 12; // px: smaller tiles are squares, without a glyph
constexpr int looseFrom = 18; // px: between such tiles, and cards, is room for a ring
constexpr int titleGap = 4; // px between a title and its tiles

QFont bold(QFont font)
{
    font.setBold(true);
    return font;
}

} // namespace

Wall::Wall(Kind machines, const ClusterView &cluster, ObjectTable &table, const Theme &theme, QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_kind(machines)
    , m_cluster(cluster)
    , m_table(table)
    , m_theme(theme)
    , m_band(new QRubberBand(QRubberBand::Rectangle, viewport()))
{
    setObjectName(u"wall"_s);
    tellCurrent();
    setFrameShape(NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    m_refresh.setSingleShot(true);
    connect(&m_refresh, &QTimer::timeout, this, [this] { m_regroup ? refresh() : refreshStates(); });
    const TableModel &model = table.tableModel();
    connect(&model, &TableModel::modelReset, this, [this] { refreshSoon(true); });
    connect(&model, &TableModel::rearranged, this, [this] { refreshSoon(true); });
    connect(&model, &TableModel::dataChanged, this, [this] { refreshSoon(false); });
    connect(&table, &ObjectTable::selectionMoved, this, &Wall::followSelection);
    connect(&theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
    new Ticker(this, cardsAgeEvery, [this] {
        if (m_layout.isCards())
            viewport()->update();
        else if (m_colorBy != ColorBy::State)
            refreshSoon(false); // time alone changes what is new, and what was lately
    });
}

void Wall::setGroupBy(GroupBy groupBy)
{
    m_groupBy = groupBy;
    refresh();
}

void Wall::setColorBy(ColorBy colorBy)
{
    m_colorBy = colorBy;
    refreshStates();
}

int Wall::shadeNow(const WallTile &tile) const
{
    return shadeOf(m_colorBy, m_cluster, {m_kind, tile.key}, tile.state);
}

void Wall::setMostHeight(std::optional<Heights> most)
{
    if (std::exchange(m_mostHeight, most) != most)
        arrangeAnew();
}

int Wall::mostHeight() const
{
    if (!m_mostHeight)
        return m_layout.height();
    return m_layout.isCards() ? std::max(m_mostHeight->tiles, m_mostHeight->cards) : m_mostHeight->tiles;
}

void Wall::refreshSoon(bool regroup)
{
    m_regroup = m_regroup || regroup;
    if (isVisible() && !m_refresh.isActive())
        m_refresh.start(m_placeOf.empty() ? 0 : wallEvery); // the first machines need not wait
}

/// A machine that has got its node may belong to another group: its zone is known now. What a health check
/// lets fail may change without a tile.
void Wall::refreshStates()
{
    bool isOtherOrder = false;
    for (WallGroup &group : m_groups) {
        for (WallTile &tile : group.tiles) {
            const State before = std::exchange(tile.state, m_cluster.stateOf({m_kind, tile.key}));
            if (tile.state != before && (before == State::Provisioning || before == State::Provisioned))
                return refresh();
            tile.shade = shadeNow(tile);
        }
        const bool hasFailed = group.failing > 0;
        describe(group, m_cluster, m_kind);
        isOtherOrder = isOtherOrder || hasFailed != (group.failing > 0);
    }
    if (isOtherOrder && m_isFailingFirst)
        return refresh();
    tellAll();
    viewport()->update();
}

void Wall::refresh()
{
    m_regroup = false;
    m_groups = wallGroups(m_cluster, m_kind, m_table.tableModel(), m_groupBy);
    arrange();
    m_isFailingFirst = !isAllInSight(); // else what is looked at stays where it is
    if (m_isFailingFirst) {
        putFailingFirst(m_groups);
        arrange();
    }
    m_placeOf.clear();
    for (int group = 0; group < static_cast<int>(m_groups.size()); ++group) {
        WallGroup &shown = m_groups[static_cast<std::size_t>(group)];
        for (WallTile &tile : shown.tiles)
            tile.shade = shadeNow(tile);
        for (int tile = 0; tile < static_cast<int>(shown.tiles.size()); ++tile)
            m_placeOf.emplace(shown.tiles[static_cast<std::size_t>(tile)].key, Place {group, tile});
    }
    tellAll();
    tellCurrent();
}

void Wall::arrangeAnew()
{
    arrange();
    if (m_isFailingFirst == isAllInSight())
        refreshSoon(true);
}

bool Wall::isAllInSight() const
{
    return m_layout.height() <= (m_mostHeight ? mostHeight() : viewport()->height());
}

void Wall::tellAll()
{
    QStringList summary;
    for (const WallGroup &group : m_groups)
        summary.append(wholeTitle(group));
    setAccessibleDescription(summary.join(u"; "_s));
}

/// Two lines of text.
QSize Wall::cardSize(const QFontMetrics &letters)
{
    const int height = std::max(leastCard.height(), 2 * letters.height() + aroundLines);
    return {leastCard.width() * height / leastCard.height(), height};
}

void Wall::arrange()
{
    const QFontMetrics title(bold(font()));
    std::vector<GroupSize> sizes;
    for (const WallGroup &group : m_groups) {
        const QString words =
            u' ' + group.counts + (group.warning.isEmpty() ? QString() : u' ' + group.warning);
        sizes.push_back({group.family, static_cast<int>(group.tiles.size()),
            title.horizontalAdvance(group.title) + fontMetrics().horizontalAdvance(words) + 2 * titleGap});
    }
    const int before = sizeHint().height();
    const Heights most = m_mostHeight.value_or(Heights {viewport()->height()});
    m_layout = WallLayout(std::move(sizes), {viewport()->width(), most.tiles}, title.height() + titleGap,
        cardSize(fontMetrics()), textScaled(1), most.cards);
    verticalScrollBar()->setRange(0, std::max(0, m_layout.height() - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(m_layout.side());
    if (sizeHint().height() != before)
        updateGeometry();
    viewport()->update();
}

QSize Wall::sizeHint() const
{
    return {400, std::min(m_layout.height(), mostHeight())};
}

QSize Wall::minimumSizeHint() const
{
    return {100, m_mostHeight ? std::min(sizeHint().height(), m_mostHeight->tiles) : 60};
}

void Wall::followSelection()
{
    const auto keys = m_table.selectedKeys();
    m_selected = {keys.begin(), keys.end()};
    viewport()->update();
    tellCurrent();
}

/// Who hears the window hears of each tile that the keys come to.
void Wall::tellCurrent()
{
    const auto current = m_table.currentKey();
    const auto found = current ? m_placeOf.find(*current) : m_placeOf.end();
    QStringList words {tr("Wall of machines")};
    if (found != m_placeOf.end())
        words += aboutTile(tile(found->second));
    const QString name = words.join(u", "_s);
    if (name != accessibleName()) // else it would be read out again
        setAccessibleName(name);
}

const WallTile &Wall::tile(Place place) const
{
    return m_groups[static_cast<std::size_t>(place.group)].tiles[static_cast<std::size_t>(place.tile)];
}

QRect Wall::inViewport(const QRect &rect) const
{
    return rect.translated(0, -verticalScrollBar()->value());
}

std::optional<Wall::Place> Wall::placeAt(QPoint inViewport) const
{
    return m_layout.tileAt(inViewport + QPoint(0, verticalScrollBar()->value()));
}

std::optional<int> Wall::titleAt(QPoint inViewport) const
{
    for (int group = 0; group < m_layout.groupCount(); ++group) {
        if (this->inViewport(m_layout.titleRect(group)).contains(inViewport))
            return group;
    }
    return std::nullopt;
}

std::optional<QRect> Wall::rectOf(const ObjectKey &machine) const
{
    const auto found = m_placeOf.find(machine);
    return found == m_placeOf.end() ? std::nullopt
                                    : std::optional(inViewport(m_layout.tileRect(found->second)));
}

void Wall::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    painter.setLayoutDirection(Qt::LeftToRight); // as the tiles are laid out
    const QRect part = event->rect().translated(0, verticalScrollBar()->value());
    painter.translate(0, -verticalScrollBar()->value());
    const std::vector<Place> tiles = m_layout.tilesIn(part);
    paintTiles(painter, part, tiles);
    for (int group = 0; group < m_layout.groupCount(); ++group) {
        if (m_layout.titleRect(group).intersects(part))
            paintTitle(painter, group);
    }
    for (const ObjectKey &machine : m_selected) {
        const auto found = m_placeOf.find(machine);
        if (found != m_placeOf.end() && m_layout.tileRect(found->second).intersects(part))
            paintRing(painter, m_layout.tileRect(found->second), Tone::Accent);
    }
    const auto current = m_table.isMarking() ? m_table.currentKey() : std::nullopt;
    if (current && !m_selected.contains(*current) && m_placeOf.contains(*current))
        paintRing(painter, m_layout.tileRect(m_placeOf.at(*current)), Tone::Quiet);
    if (m_mostHeight) { // the table is below
        const int bottom = verticalScrollBar()->value() + viewport()->height() - 1;
        painter.fillRect(0, bottom, viewport()->width(), 1, m_theme.color(Tone::Hairline));
    }
    if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange))
        paintFocus(painter);
    if (!tiles.empty() && !std::exchange(m_hasShownMachines, true))
        qCInfo(wallLog) << "the first frame with machines is painted"; // start-window waits for this
}

void Wall::paintTitle(QPainter &painter, int group) const
{
    const WallGroup &shown = m_groups[static_cast<std::size_t>(group)];
    QRect rect = m_layout.titleRect(group).adjusted(0, 0, 0, -titleGap);
    const auto write = [&](const QString &words, const QFont &font, const QColor &color) {
        const QFontMetrics metrics(font);
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(rect, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
            metrics.elidedText(words, Qt::ElideRight, rect.width()));
        rect.setLeft(std::min(rect.right(), rect.left() + metrics.horizontalAdvance(words + u' ')));
    };
    write(shown.title, bold(font()), palette().color(QPalette::Text));
    const TitleWords words = wordsFor(shown, fontMetrics(), rect.width());
    write(words.counts, font(), m_theme.color(Tone::Quiet));
    if (!words.warning.isEmpty())
        write(words.warning, font(), m_theme.color(m_cluster.isLost() ? Tone::Quiet : Tone::Warning));
}

/// The colours of the shades; nothing is known of a cluster that does not answer.
std::vector<QColor> Wall::colors() const
{
    std::vector<QColor> colors;
    for (const Shade &shade : shadesOf(m_colorBy, m_theme, palette().color(QPalette::Base)))
        colors.push_back(m_cluster.isLost() ? m_theme.color(State::Paused) : shade.color);
    return colors;
}

void Wall::paintTiles(QPainter &painter, const QRect &part, const std::vector<Place> &tiles)
{
    if (!m_layout.isCards() && m_layout.side() < roundedFrom)
        return paintSquares(painter, part, tiles);
    painter.fillRect(part, palette().color(QPalette::Base));
    if (!m_layout.isCards())
        return paintRounded(painter, tiles);
    for (const Place place : tiles)
        paintCard(painter, m_layout.tileRect(place), tile(place));
}

/// Thousands of tiles as one picture, pixel by pixel of the layout: that takes less time than to draw each.
void Wall::paintSquares(QPainter &painter, const QRect &part, const std::vector<Place> &tiles)
{
    std::vector<QRgb> shades;
    for (const QColor &color : colors())
        shades.push_back(color.rgb());
    if (m_squares.size() != part.size())
        m_squares = QImage(part.size(), QImage::Format_RGB32);
    m_squares.fill(palette().color(QPalette::Base));
    auto *pixels = reinterpret_cast<QRgb *>(m_squares.bits());
    for (const Place place : tiles) {
        const QRect rect = m_layout.tileRect(place).intersected(part).translated(-part.topLeft());
        const QRgb color = shades[static_cast<std::size_t>(tile(place).shade)];
        for (int y = rect.top(); y <= rect.bottom(); ++y)
            std::fill_n(
                pixels + static_cast<std::ptrdiff_t>(y) * part.width() + rect.left(), rect.width(), color);
    }
    painter.drawImage(part.topLeft(), m_squares);
}

/// What tiles that look alike look like is drawn once.
void Wall::paintRounded(QPainter &painter, const std::vector<Place> &tiles) const
{
    const std::vector<QColor> shades = colors();
    std::map<std::pair<State, int>, QPixmap> pictures;
    for (const Place place : tiles) {
        const WallTile &shown = tile(place);
        QPixmap &picture = pictures[{shown.state, shown.shade}];
        if (picture.isNull())
            picture = roundedTile(shown.state, shades[static_cast<std::size_t>(shown.shade)]);
        painter.drawPixmap(m_layout.tileRect(place).topLeft(), picture);
    }
}

QPixmap Wall::roundedTile(State state, const QColor &color) const
{
    const QRect rect(QPoint(), QSize(m_layout.side(), m_layout.side()));
    const double ratio = devicePixelRatioF();
    QPixmap picture((QSizeF(rect.size()) * ratio).toSize());
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const double radius = rect.width() / 6.0;
    painter.drawRoundedRect(rect, radius, radius);
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (state != State::Ready) {
        const double edge = rect.width() * 0.28;
        const auto ink = m_colorBy == ColorBy::State ? QPalette::Base : QPalette::Text;
        paintShape(painter, QRectF(rect).adjusted(edge, edge, -edge, -edge), state, palette().color(ink));
    }
    return picture;
}

void Wall::paintCard(QPainter &painter, const QRect &rect, const WallTile &tile) const
{
    const QColor base = palette().color(QPalette::Base);
    const QColor color = m_theme.color(m_cluster.isLost() ? State::Paused : tile.state);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_theme.color(Tone::Hairline));
    painter.setBrush(tile.state == State::Ready ? base : mixed(color, base, 1.0 / 14));
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QRect inner = rect.adjusted(10, 5, -8, -6);
    const int line = fontMetrics().height();
    const QRect top(inner.topLeft(), QSize(inner.width(), line));
    const int side = fontMetrics().ascent() * 4 / 5;
    paintShape(painter, QRectF(top.left(), top.center().y() - side / 2.0, side, side), tile.state, color);
    painter.setFont(font());
    painter.setPen(palette().color(QPalette::Text));
    const QRect name = top.adjusted(side + 6, 0, 0, 0);
    painter.drawText(name, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
        fontMetrics().elidedText(text(tile.key.name), Qt::ElideMiddle, name.width()));
    const QRect below(inner.left(), top.bottom() + 3, inner.width(), line);
    if (below.bottom() < rect.bottom())
        paintCardsSecondLine(painter, below, tile);
}

/// The age leaves where it has no room beside the state.
void Wall::paintCardsSecondLine(QPainter &painter, const QRect &line, const WallTile &tile) const
{
    const TableModel &model = m_table.tableModel();
    const int row = model.rowOf(tile.key);
    const auto textOf = [&](const QString &column) {
        return row < 0 ? QString() : model.textAt(model.index(row, model.columnIndex(column)));
    };
    const auto write = [&](const QString &words, Qt::Alignment side) {
        painter.drawText(line, static_cast<int>(side | Qt::AlignVCenter) | Qt::TextSingleLine,
            fontMetrics().elidedText(words, Qt::ElideRight, line.width()));
    };
    painter.setPen(m_theme.color(Tone::Quiet));
    const QString state = tile.state == State::NotReady || tile.state == State::Unknown ? textOf(u"health"_s)
                                                                                        : wordOf(tile.state);
    write(state, Qt::AlignLeft);
    const QString age = textOf(u"age"_s);
    const int used = std::max(fontMetrics().horizontalAdvance(state), 1) + 8;
    const int left = line.width() - used - fontMetrics().horizontalAdvance(age);
    if (left >= 0)
        write(age, Qt::AlignRight);
    if (row >= 0 && left > 8)
        m_table.cells().paintPast(
            painter, {line.left() + used, line.top(), left - 8, line.height()}, model.index(row, 0));
}

/// It is around the tile; where tiles are close together, and several chosen, within it: gaps stay gaps.
void Wall::paintRing(QPainter &painter, const QRect &rect, Tone tone) const
{
    const bool small = rect.height() < roundedFrom;
    const int width = small ? 1 : 2;
    const bool isWithin = m_selected.size() > 1 && rect.height() < looseFrom;
    const int away = isWithin ? 1 - width : width;
    painter.setRenderHint(QPainter::Antialiasing, !small);
    painter.setPen(QPen(m_theme.color(tone), width));
    painter.setBrush(Qt::NoBrush);
    const double radius = small ? 0 : 6;
    painter.drawRoundedRect(QRectF(rect).adjusted(-away, -away, away - 0.5, away - 0.5), radius, radius);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// Along the edge: a tile's ring is there without the keys too.
void Wall::paintFocus(QPainter &painter) const
{
    painter.resetTransform();
    painter.setPen(m_theme.color(Tone::Accent));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
}

void Wall::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void Wall::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void Wall::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        arrange();
}

void Wall::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    arrangeAnew();
}

void Wall::showEvent(QShowEvent *event)
{
    QAbstractScrollArea::showEvent(event);
    followSelection();
    refresh();
}

QStringList Wall::aboutTile(const WallTile &tile) const
{
    const TableModel &model = m_table.tableModel();
    const int row = model.rowOf(tile.key);
    QStringList words {text(tile.key.name) + u" · "_s + wordOf(tile.state)};
    for (const QString &column : {u"health"_s, u"set"_s, u"next"_s}) {
        const int at = model.columnIndex(column);
        const QString cell = row < 0 || at < 0 ? QString() : model.textAt(model.index(row, at));
        if (cell.size() > 1 && cell != wordOf(tile.state))
            words.append(cell);
    }
    return words;
}

bool Wall::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        if (const auto place = placeAt(help->pos()))
            QToolTip::showText(help->globalPos(), tip(aboutTile(tile(*place)).join(u'\n')), viewport(),
                inViewport(m_layout.tileRect(*place)));
        else if (const auto group = titleAt(help->pos()))
            QToolTip::showText(help->globalPos(), tip(wholeTitle(m_groups[static_cast<std::size_t>(*group)])),
                viewport(), inViewport(m_layout.titleRect(*group)));
        else
            QToolTip::hideText();
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

/// Control takes the tiles to, or from, what is chosen; Shift takes them to it.
void Wall::select(const std::vector<Place> &places, Qt::KeyboardModifiers modifiers)
{
    std::vector<ObjectKey> keys;
    for (const Place place : places)
        keys.push_back(tile(place).key);
    if (!(modifiers & (Qt::ControlModifier | Qt::ShiftModifier)))
        return m_table.selectKeys(keys);
    std::unordered_set<ObjectKey> others = m_selected;
    std::erase_if(keys,
        [&](const ObjectKey &key) { return others.erase(key) > 0 && (modifiers & Qt::ControlModifier); });
    keys.insert(keys.end(), others.begin(), others.end());
    m_table.selectKeys(keys);
}

void Wall::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton) {
        m_pressed = event->pos();
        if (const auto place = placeAt(event->pos()))
            select({*place}, event->modifiers());
    }
}

void Wall::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_pressed || !(event->buttons() & Qt::LeftButton))
        return;
    m_band->setGeometry(QRect(*m_pressed, event->pos()).normalized());
    m_band->show();
}

void Wall::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_band->isVisible())
        selectBand(event->modifiers());
    m_band->hide();
    m_pressed.reset();
}

void Wall::selectBand(Qt::KeyboardModifiers modifiers)
{
    const QRect band = m_band->geometry().translated(0, verticalScrollBar()->value());
    if (const auto places = m_layout.tilesIn(band); !places.empty())
        select(places, modifiers & ~Qt::ControlModifier);
}

void Wall::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (placeAt(event->pos()))
        emit inspectAsked();
}

void Wall::contextMenuEvent(QContextMenuEvent *event)
{
    const auto place = event->reason() == QContextMenuEvent::Mouse ? placeAt(event->pos()) : std::nullopt;
    if (place && !m_selected.contains(tile(*place).key))
        select({*place}, Qt::NoModifier);
    if (!m_selected.empty())
        emit menuAsked(event->globalPos());
}

void Wall::moveCurrent(int right, int down, Qt::KeyboardModifiers modifiers, int times)
{
    const auto current = m_table.currentKey();
    const auto found = current ? m_placeOf.find(*current) : m_placeOf.end();
    if (m_groups.empty())
        return;
    if (found == m_placeOf.end())
        return goTo({}, modifiers);
    Place next = found->second;
    for (int step = 0; step < times; ++step)
        next = m_layout.neighbour(next, right, down);
    goTo(next, modifiers);
}

/// What was chosen stays so with Shift.
void Wall::goTo(Place place, Qt::KeyboardModifiers modifiers)
{
    if (modifiers & Qt::ShiftModifier)
        select({place}, Qt::ShiftModifier);
    else
        m_table.goTo(tile(place).key);
    const QRect rect = m_layout.tileRect(place);
    QScrollBar *bar = verticalScrollBar();
    bar->setValue(std::clamp(bar->value(), rect.bottom() - viewport()->height() + 4, rect.top() - 4));
}

int Wall::rowsOfTiles() const
{
    const int row = m_groups.empty() ? 1 : m_layout.tileRect({}).height();
    return std::max(1, viewport()->height() / std::max(1, row) - 1);
}

/// What moves moves among the tiles; any other key means what it means in the table.
void Wall::keyPressEvent(QKeyEvent *event)
{
    const Qt::KeyboardModifiers modifiers = event->modifiers();
    const int all = static_cast<int>(m_placeOf.size());
    switch (event->key()) {
    case Qt::Key_Left:
        return moveCurrent(-1, 0, modifiers);
    case Qt::Key_Right:
        return moveCurrent(1, 0, modifiers);
    case Qt::Key_Up:
        return moveCurrent(0, -1, modifiers);
    case Qt::Key_Down:
        return moveCurrent(0, 1, modifiers);
    case Qt::Key_PageUp:
        return moveCurrent(0, -1, modifiers, rowsOfTiles());
    case Qt::Key_PageDown:
        return moveCurrent(0, 1, modifiers, rowsOfTiles());
    case Qt::Key_Home:
        return moveCurrent(-1, 0, modifiers, all);
    case Qt::Key_End:
        return moveCurrent(1, 0, modifiers, all);
    case Qt::Key_Escape:
        return m_table.isMarking() ? m_table.endMarking() : QAbstractScrollArea::keyPressEvent(event);
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
        return QAbstractScrollArea::keyPressEvent(event);
    default:
        QCoreApplication::sendEvent(&m_table, event);
    }
}

} // namespace ui
