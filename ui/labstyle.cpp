// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labstyle.h"

#include "ui/theme.h"

#include <QAbstractItemView>
#include <QGuiApplication>
#include <QIconEngine>
#include <QMainWindow>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>
#include <QTreeView>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr qreal fieldCorner = 5; // px
constexpr qreal cornerOfBox = 3;
constexpr qreal gapOfFrame = 1.5; // px, from the middle of a box's frame to what fills it
constexpr int barInset = 3; // of the handle in its scroll bar
constexpr int leastHandle = 24; // px
constexpr QSizeF fieldArrow(7, 3.5);
constexpr QSize gripSize(2, 24); // of what lies between two sides
constexpr double pressedShade = 0.14; // how much the ground of a pressed button has of its words' colour
constexpr double chosenShare = 1.0 / 7; // of the accent in the ground of what is chosen
constexpr int barOfChosen = 3; // px
constexpr int lineBelowTab = 2;
constexpr int besideTyped = 2; // beside what Fusion leaves: words begin where those of boxes do
constexpr int aroundMenu = 4;
constexpr int betweenButtons = 4;
constexpr int aroundTreeRow = 6; // above and below together

/// Along the middle of the pixels at the edge.
QRectF hairline(const QRect &rect)
{
    return QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5);
}

/// What is seen of a window that pops up.
QRegion withRoundCorners(const QRect &rect)
{
    QPainterPath path;
    path.addRoundedRect(rect, fieldCorner, fieldCorner);
    return QRegion(path.toFillPolygon().toPolygon());
}

bool isEnabled(const QStyleOption &option)
{
    return option.state.testFlag(QStyle::State_Enabled);
}

/// Whoever has the keys, or the mouse above it.
bool isAttended(const QStyleOption &option)
{
    return isEnabled(option) && option.state.testAnyFlags(QStyle::State_HasFocus | QStyle::State_MouseOver);
}

/// Who was reached by a key, not by a click.
bool isReachedByKey(const QStyleOption &option)
{
    return isEnabled(option) && option.state.testFlag(QStyle::State_HasFocus)
        && option.state.testFlag(QStyle::State_KeyboardFocusChange);
}

QColor frameColor(const QStyleOption &option)
{
    return option.palette.color(isAttended(option) ? QPalette::Highlight : QPalette::Mid);
}

void drawField(QPainter &painter, const QStyleOption &option, bool isFramed)
{
    if (!isFramed)
        return painter.fillRect(option.rect, option.palette.base());
    painter.setPen(frameColor(option));
    painter.setBrush(option.palette.base());
    painter.drawRoundedRect(hairline(option.rect), fieldCorner, fieldCorner);
}

/// The frame alone has to tell that there is a box: it is as dark as quiet words.
void drawBox(QPainter &painter, const QStyleOption &option, bool isRound)
{
    const bool isSet = option.state.testAnyFlags(QStyle::State_On | QStyle::State_NoChange);
    const QPalette &palette = option.palette;
    const QColor accent = palette.color(isEnabled(option) ? QPalette::Highlight : QPalette::PlaceholderText);
    painter.setPen(isSet || isAttended(option) ? accent : palette.color(QPalette::PlaceholderText));
    painter.setBrush(isSet && !isRound ? QBrush(accent) : palette.base());
    const QRectF box = hairline(option.rect);
    if (!isRound && isSet && isReachedByKey(option)) { // filled to its frame it would look as any other
        painter.setBrush(palette.base());
        painter.drawRoundedRect(box, cornerOfBox, cornerOfBox);
        painter.setPen(Qt::NoPen);
        painter.setBrush(accent);
        return painter.drawRoundedRect(
            box.adjusted(gapOfFrame, gapOfFrame, -gapOfFrame, -gapOfFrame), cornerOfBox / 2, cornerOfBox / 2);
    }
    if (!isRound)
        return painter.drawRoundedRect(box, cornerOfBox, cornerOfBox);
    painter.drawEllipse(box);
    if (!isSet)
        return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(accent);
    painter.drawEllipse(box.center(), box.width() / 4, box.height() / 4);
}

/// A hook where it is checked, a dash where it is partly so.
void drawMark(QPainter &painter, const QStyleOption &option)
{
    const QRectF box = hairline(option.rect);
    const auto at = [&box](qreal x, qreal y) {
        return QPointF(box.left() + x * box.width(), box.top() + y * box.height());
    };
    QPolygonF line {at(0.22, 0.52), at(0.42, 0.72), at(0.78, 0.3)};
    if (option.state.testFlag(QStyle::State_NoChange))
        line = {at(0.25, 0.5), at(0.75, 0.5)};
    painter.setPen(QPen(
        option.palette.color(QPalette::HighlightedText), 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
}

void drawCheckBox(QPainter &painter, const QStyleOption &option)
{
    drawBox(painter, option, false);
    if (option.state.testAnyFlags(QStyle::State_On | QStyle::State_NoChange))
        drawMark(painter, option);
}

/// The arrow stands in the middle of the rectangle.
void drawArrow(QPainter &painter, const QRectF &rect, Qt::ArrowType type, const QColor &color)
{
    const qreal half = fieldArrow.width() / 2;
    const qreal wing = fieldArrow.height() / 2;
    QPolygonF down {QPointF(-half, -wing), QPointF(0, wing), QPointF(half, -wing)};
    const qreal turn = type == Qt::UpArrow ? 180
        : type == Qt::LeftArrow            ? 90
        : type == Qt::RightArrow           ? -90
                                           : 0;
    painter.setPen(QPen(color, 1.2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(QTransform().rotate(turn).map(down).translated(rect.center()));
}

void drawArrow(QPainter &painter, const QStyleOption &option, const QRect &rect, bool isUp, bool isPossible)
{
    drawArrow(painter, rect, isUp ? Qt::UpArrow : Qt::DownArrow,
        option.palette.color(isPossible ? QPalette::Text : QPalette::Mid));
}

Qt::ArrowType arrowOf(QStyle::PrimitiveElement element)
{
    switch (element) {
    case QStyle::PE_IndicatorArrowUp:
        return Qt::UpArrow;
    case QStyle::PE_IndicatorArrowLeft:
        return Qt::LeftArrow;
    case QStyle::PE_IndicatorArrowRight:
        return Qt::RightArrow;
    default:
        return Qt::DownArrow;
    }
}

/// As it points in Fusion: down where the least is above.
void drawSortArrow(QPainter &painter, const QStyleOption &option)
{
    const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(&option);
    if (header && header->sortIndicator != QStyleOptionHeader::None)
        drawArrow(painter, option.rect,
            header->sortIndicator == QStyleOptionHeader::SortUp ? Qt::UpArrow : Qt::DownArrow,
            option.palette.color(QPalette::PlaceholderText));
}

void drawLineBelow(QPainter &painter, const QStyleOption &option)
{
    painter.fillRect(option.rect.adjusted(0, option.rect.height() - 1, 0, 0), option.palette.mid());
}

/// What to take hold of, in the middle.
void drawGrip(QPainter &painter, const QStyleOption &option)
{
    const bool isUpright = option.state.testFlag(QStyle::State_Horizontal);
    QRect grip(QPoint(), isUpright ? gripSize : gripSize.transposed());
    grip.moveCenter(option.rect.center());
    painter.fillRect(grip, frameColor(option));
}

void drawButton(QPainter &painter, const QStyleOption &option)
{
    const auto *button = qstyleoption_cast<const QStyleOptionButton *>(&option);
    const bool isDefault = button && button->features.testFlag(QStyleOptionButton::DefaultButton);
    const bool isDown = option.state.testAnyFlags(QStyle::State_Sunken | QStyle::State_On);
    painter.setPen(
        isDefault && isEnabled(option) ? option.palette.color(QPalette::Highlight) : frameColor(option));
    const QColor ground = option.palette.color(QPalette::Button);
    painter.setBrush(
        isDown ? mixed(option.palette.color(QPalette::ButtonText), ground, pressedShade) : ground);
    painter.drawRoundedRect(hairline(option.rect), fieldCorner, fieldCorner);
}

QColor chosenGround(const QPalette &palette)
{
    return mixed(palette.color(QPalette::Highlight), palette.color(QPalette::Base), chosenShare);
}

/// Words alone, with a line below those in front, as in FlatTabs.
void drawTab(QPainter &painter, const QStyleOptionTab &tab)
{
    const bool inFront = tab.state.testFlag(QStyle::State_Selected);
    const bool isBright = inFront || tab.state.testFlag(QStyle::State_MouseOver);
    if (tab.state.testFlag(QStyle::State_HasFocus))
        painter.fillRect(tab.rect, chosenGround(tab.palette));
    QFont font = painter.font();
    font.setBold(inFront);
    painter.setFont(font);
    painter.setPen(tab.palette.color(isBright ? QPalette::Text : QPalette::PlaceholderText));
    painter.drawText(tab.rect, static_cast<int>(Qt::AlignCenter) | Qt::TextShowMnemonic, tab.text);
    if (!inFront)
        return;
    QRect line(tab.rect.topLeft(),
        QSize(painter.fontMetrics().size(Qt::TextShowMnemonic, tab.text).width(), lineBelowTab));
    line.moveCenter(tab.rect.center());
    line.moveBottom(tab.rect.bottom());
    painter.fillRect(line, tab.palette.highlight());
}

void drawHeader(QPainter &painter, const QStyleOption &option)
{
    painter.fillRect(option.rect, option.palette.base());
    painter.fillRect(option.rect.adjusted(0, option.rect.height() - 1, 0, 0), option.palette.mid());
}

QString elidedLines(const QString &text, const QFontMetrics &letters, int room)
{
    QStringList lines = text.split(u'\n');
    for (QString &line : lines)
        line = letters.elidedText(line, Qt::ElideRight, room);
    return lines.join(u'\n');
}

/// From where the bar begins; the handle, and what is on either side of it.
struct BarParts {
    int handle = 0;
    int length = 0;
    int room = 0;
};

BarParts barParts(const QStyleOptionSlider &bar)
{
    BarParts parts;
    parts.room = bar.orientation == Qt::Horizontal ? bar.rect.width() : bar.rect.height();
    const qint64 range = qint64(bar.maximum) - bar.minimum;
    const qint64 page = std::max(bar.pageStep, 1);
    const auto length = static_cast<int>(page * parts.room / (std::max<qint64>(range, 0) + page));
    parts.length = std::clamp(length, std::min(leastHandle, parts.room), parts.room);
    parts.handle = QStyle::sliderPositionFromValue(
        bar.minimum, bar.maximum, bar.sliderPosition, parts.room - parts.length, bar.upsideDown);
    return parts;
}

QRect barRect(const QStyleOptionSlider &bar, QStyle::SubControl part)
{
    const BarParts parts = barParts(bar);
    const auto stretch = [&bar](int from, int length) {
        const QRect &all = bar.rect;
        const QRect rect = bar.orientation == Qt::Horizontal
            ? QRect(all.left() + from, all.top(), length, all.height())
            : QRect(all.left(), all.top() + from, all.width(), length);
        return QStyle::visualRect(bar.direction, all, rect);
    };
    switch (part) {
    case QStyle::SC_ScrollBarGroove:
        return stretch(0, parts.room);
    case QStyle::SC_ScrollBarSlider:
        return stretch(parts.handle, parts.length);
    case QStyle::SC_ScrollBarSubPage:
        return stretch(0, parts.handle);
    case QStyle::SC_ScrollBarAddPage:
        return stretch(parts.handle + parts.length, parts.room - parts.handle - parts.length);
    default: // no arrows
        return {};
    }
}

/// As quiet as other words that help, in the scheme of the moment.
class QuietIcon : public QIconEngine
{
public:
    using Draw = void (*)(QPainter &painter, const QRectF &rect, const QColor &color);

    explicit QuietIcon(Draw draw) : m_draw(draw) { }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode, QIcon::State) override
    {
        painter->setRenderHint(QPainter::Antialiasing);
        m_draw(*painter, rect, QGuiApplication::palette().color(QPalette::PlaceholderText));
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, pixmap.rect(), mode, state);
        return pixmap;
    }
    QIconEngine *clone() const override { return new QuietIcon(m_draw); }

private:
    Draw m_draw;
};

void drawCross(QPainter &painter, const QRectF &rect, const QColor &color)
{
    const QPointF middle = rect.center();
    const qreal arm = rect.width() / 4.0;
    painter.setPen(QPen(color, rect.width() / 11.0, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(middle - QPointF(arm, arm), middle + QPointF(arm, arm));
    painter.drawLine(middle - QPointF(arm, -arm), middle + QPointF(arm, -arm));
}

/// Two arrows: further buttons.
void drawFurther(QPainter &painter, const QRectF &rect, const QColor &color)
{
    const bool isMirrored = QGuiApplication::isRightToLeft();
    for (const int side : {-1, 1})
        drawArrow(painter, rect.translated(side * fieldArrow.height() * 2 / 3, 0),
            isMirrored ? Qt::LeftArrow : Qt::RightArrow, color);
}

} // namespace

LabStyle::LabStyle() : QProxyStyle(u"Fusion"_s) { }

void LabStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    switch (element) {
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        drawCheckBox(*painter, *option);
        break;
    case PE_IndicatorRadioButton:
        drawBox(*painter, *option, true);
        break;
    case PE_FrameLineEdit:
        painter->setPen(frameColor(*option));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(hairline(option->rect), fieldCorner, fieldCorner);
        break;
    case PE_PanelMenu: // Fusion's edge is not seen on black, and has corners
        painter->fillRect(option->rect, option->palette.base());
        [[fallthrough]];
    case PE_FrameMenu:
        painter->setPen(option->palette.color(QPalette::Mid));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(hairline(option->rect), fieldCorner, fieldCorner);
        break;
    case PE_Frame:
        painter->setPen(option->palette.color(QPalette::Mid));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(hairline(option->rect));
        break;
    case PE_FrameFocusRect:
        if (widget && !qobject_cast<const QAbstractItemView *>(widget)) {
            QProxyStyle::drawPrimitive(element, option, painter, widget);
            break;
        }
        painter->fillRect(visualRect(option->direction, option->rect,
                              QRect(option->rect.topLeft(), QSize(barOfChosen, option->rect.height()))),
            option->palette.link());
        break;
    case PE_PanelButtonCommand:
        drawButton(*painter, *option);
        break;
    case PE_FrameTabBarBase:
        painter->fillRect(
            QRect(option->rect.topLeft(), QSize(option->rect.width(), 1)), option->palette.mid());
        break;
    case PE_PanelTipLabel:
        painter->setPen(option->palette.color(QPalette::Mid));
        painter->setBrush(option->palette.toolTipBase());
        painter->drawRoundedRect(hairline(option->rect), fieldCorner, fieldCorner);
        break;
    case PE_IndicatorArrowUp:
    case PE_IndicatorArrowDown:
    case PE_IndicatorArrowLeft:
    case PE_IndicatorArrowRight:
        drawArrow(*painter, option->rect, arrowOf(element),
            option->palette.color(isEnabled(*option) ? QPalette::Text : QPalette::Mid));
        break;
    case PE_IndicatorHeaderArrow:
        drawSortArrow(*painter, *option);
        break;
    case PE_PanelScrollAreaCorner:
        painter->fillRect(option->rect, option->palette.base());
        break;
    default:
        painter->restore();
        return QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
    painter->restore();
}

void LabStyle::drawControl(
    ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option);
    const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(option);
    const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option);
    painter->save();
    if (element == CE_MenuItem && item) {
        drawMenuItem(*item, *painter, widget);
    } else if (element == CE_MenuBarItem && item) {
        drawMenuBarItem(*item, *painter, widget);
    } else if (element == CE_TabBarTab && tab) {
        drawTab(*painter, *tab);
    } else if (element == CE_HeaderSection || element == CE_HeaderEmptyArea) {
        drawHeader(*painter, *option);
    } else if (element == CE_HeaderLabel && header) {
        drawHeaderWords(*header, *painter, widget);
    } else if (element == CE_Splitter) {
        drawGrip(*painter, *option);
    } else if (element == CE_MenuBarEmptyArea) {
        painter->fillRect(option->rect, option->palette.window());
        drawLineBelow(*painter, *option);
    } else if (element == CE_ToolBar) {
        if (widget && qobject_cast<const QMainWindow *>(widget->parentWidget()))
            drawLineBelow(*painter, *option);
    } else {
        QProxyStyle::drawControl(element, option, painter, widget);
    }
    painter->restore();
}

/// What is chosen is tinted, with a bar where it begins, so that words and marks keep their colours.
void LabStyle::drawMenuItem(const QStyleOptionMenuItem &item, QPainter &painter, const QWidget *widget) const
{
    const QRect &rect = item.rect;
    if (item.menuItemType == QStyleOptionMenuItem::Separator && item.text.isEmpty())
        return painter.fillRect(rect.left(), rect.center().y(), rect.width(), 1, item.palette.mid());
    QStyleOptionMenuItem plain = item;
    if (isEnabled(item) && item.state.testFlag(State_Selected)) {
        const QRect bar(rect.topLeft(), QSize(barOfChosen, rect.height()));
        painter.fillRect(rect, chosenGround(item.palette));
        painter.fillRect(visualRect(item.direction, rect, bar), item.palette.highlight());
        plain.state.setFlag(State_Selected, false);
    }
    QProxyStyle::drawControl(CE_MenuItem, &plain, &painter, widget);
}

void LabStyle::drawMenuBarItem(
    const QStyleOptionMenuItem &item, QPainter &painter, const QWidget *widget) const
{
    if (!item.state.testFlag(State_Selected)) {
        QProxyStyle::drawControl(CE_MenuBarItem, &item, &painter, widget);
        return drawLineBelow(painter, item);
    }
    QStyleOptionMenuItem plain = item;
    plain.state &= ~(State_Selected | State_Sunken);
    plain.palette.setColor(QPalette::Window, chosenGround(item.palette));
    QProxyStyle::drawControl(CE_MenuBarItem, &plain, &painter, widget);
    painter.fillRect(
        item.rect.adjusted(0, item.rect.height() - lineBelowTab, 0, 0), item.palette.highlight());
}

void LabStyle::drawHeaderWords(
    const QStyleOptionHeader &header, QPainter &painter, const QWidget *widget) const
{
    QStyleOptionHeaderV2 quiet;
    if (const auto *elided = qstyleoption_cast<const QStyleOptionHeaderV2 *>(&header))
        quiet = *elided;
    else
        static_cast<QStyleOptionHeader &>(quiet) = header;
    quiet.palette.setColor(QPalette::ButtonText, quiet.palette.color(QPalette::PlaceholderText));
    const int beside = widget ? widget->property(besideHeaderWords).toInt() : 0;
    quiet.rect.adjust(beside, 0, -beside, 0);
    quiet.text = elidedLines(header.text, header.fontMetrics, quiet.rect.width());
    QProxyStyle::drawControl(CE_HeaderLabel, &quiet, &painter, widget);
}

void LabStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option);
    const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option);
    const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(option);
    if (control == CC_ComboBox && combo)
        drawComboBox(*combo, *painter, widget);
    else if (control == CC_SpinBox && spin)
        drawSpinBox(*spin, *painter, widget);
    else if (control == CC_ScrollBar && slider)
        drawScrollBar(*slider, *painter, widget);
    painter->restore();
    if (control != CC_ComboBox && control != CC_SpinBox && control != CC_ScrollBar)
        QProxyStyle::drawComplexControl(control, option, painter, widget);
}

void LabStyle::drawComboBox(const QStyleOptionComboBox &box, QPainter &painter, const QWidget *widget) const
{
    drawField(painter, box, box.frame);
    const QRect rect = proxy()->subControlRect(CC_ComboBox, &box, SC_ComboBoxArrow, widget);
    drawArrow(painter, box, rect, false, isEnabled(box));
}

void LabStyle::drawSpinBox(const QStyleOptionSpinBox &box, QPainter &painter, const QWidget *widget) const
{
    drawField(painter, box, box.frame);
    if (box.buttonSymbols == QAbstractSpinBox::NoButtons)
        return;
    const auto draw = [&](SubControl part, QAbstractSpinBox::StepEnabledFlag step) {
        const QRect rect = proxy()->subControlRect(CC_SpinBox, &box, part, widget);
        drawArrow(painter, box, rect, part == SC_SpinBoxUp, isEnabled(box) && box.stepEnabled.testFlag(step));
    };
    draw(SC_SpinBoxUp, QAbstractSpinBox::StepUpEnabled);
    draw(SC_SpinBoxDown, QAbstractSpinBox::StepDownEnabled);
}

/// The handle alone, as wide as its bar but for a margin, darker while it is held or the mouse is above it.
void LabStyle::drawScrollBar(const QStyleOptionSlider &bar, QPainter &painter, const QWidget *widget) const
{
    painter.fillRect(bar.rect, bar.palette.base());
    if (bar.maximum <= bar.minimum)
        return;
    const QRect handle = proxy()->subControlRect(CC_ScrollBar, &bar, SC_ScrollBarSlider, widget);
    const QRectF pill = QRectF(handle).adjusted(barInset, barInset, -barInset, -barInset);
    const qreal round = std::min(pill.width(), pill.height()) / 2;
    const bool isMeant = bar.activeSubControls.testFlag(SC_ScrollBarSlider)
        && bar.state.testAnyFlags(State_MouseOver | State_Sunken);
    QColor color = bar.palette.color(QPalette::PlaceholderText);
    if (!isMeant)
        color.setAlphaF(0.5F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(pill, round, round);
}

QRect LabStyle::subControlRect(
    ComplexControl control, const QStyleOptionComplex *option, SubControl part, const QWidget *widget) const
{
    const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
    return control == CC_ScrollBar && bar ? barRect(*bar, part)
                                          : QProxyStyle::subControlRect(control, option, part, widget);
}

QRect LabStyle::subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
    const bool isFramed = element == SE_LineEditContents && frame && frame->lineWidth > 0;
    return isFramed ? rect.adjusted(besideTyped, 0, -besideTyped, 0) : rect;
}

QSize LabStyle::sizeFromContents(
    ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const
{
    const QSize fitting = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_HeaderSection && widget)
        return fitting.grownBy(
            {widget->property(besideHeaderWords).toInt(), 0, widget->property(besideHeaderWords).toInt(), 0});
    const bool isTreeRow = type == CT_ItemViewItem && qobject_cast<const QTreeView *>(widget);
    return isTreeRow ? fitting.expandedTo({0, option->fontMetrics.height() + aroundTreeRow}) : fitting;
}

int LabStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_MenuVMargin:
        return aroundMenu;
    case PM_ToolBarItemSpacing:
        return betweenButtons;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

QIcon LabStyle::standardIcon(StandardPixmap icon, const QStyleOption *option, const QWidget *widget) const
{
    if (icon == SP_LineEditClearButton)
        return QIcon(new QuietIcon(drawCross));
    if (icon == SP_ToolBarHorizontalExtensionButton)
        return QIcon(new QuietIcon(drawFurther));
    return QProxyStyle::standardIcon(icon, option, widget);
}

int LabStyle::styleHint(
    StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *data) const
{
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0;
    auto *mask = qstyleoption_cast<QStyleHintReturnMask *>(data);
    const bool isPopUp = hint == SH_Menu_Mask || hint == SH_ToolTip_Mask;
    if (!isPopUp || !mask || !option)
        return QProxyStyle::styleHint(hint, option, widget, data);
    mask->region = withRoundCorners(option->rect);
    return 1;
}

} // namespace ui
