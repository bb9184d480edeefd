// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/callout.h"

#include "ui/widgets/buttonlook.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPropertyAnimation>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int calloutWidth = 320; // px
constexpr int arrowLength = 10;
constexpr int arrowHalf = 8;
constexpr int bubbleRadius = 6;
constexpr int edgeDistance = 8; // from the window's edge
constexpr int followEvery = 200; // ms
constexpr int motionTakes = 200; // ms

} // namespace

Callout::Callout(const Theme &theme, QWidget *window)
    : QWidget(window)
    , m_theme(theme)
    , m_title(new QLabel(this))
    , m_text(new QLabel(this))
    , m_motion(new QPropertyAnimation(this, "geometry", this))
{
    setObjectName(u"callout"_s);
    setFocusPolicy(Qt::NoFocus);
    m_title->setObjectName(u"calloutTitle"_s);
    m_text->setObjectName(u"calloutText"_s);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    for (QLabel *label : {m_title, m_text}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    auto *buttons = new QWidget(this);
    auto *line = new QHBoxLayout(buttons);
    line->setContentsMargins(0, 4, 0, 0);
    line->addStretch(1);
    const auto add = [&](const QString &name, const QString &text, void (Callout::*asked)()) {
        auto *button = new QToolButton(buttons);
        button->setObjectName(name);
        button->setText(text);
        button->setFocusPolicy(Qt::NoFocus);
        line->addWidget(button);
        connect(button, &QToolButton::clicked, this, asked);
        return button;
    };
    m_skip = add(u"skipTourStep"_s, tr("Skip"), &Callout::skipAsked);
    add(u"endTour"_s, tr("End (Esc)"), &Callout::endAsked);
    wearButtonLook(buttons, theme, Ground::Card);
    auto *layout = new QVBoxLayout(this);
    const int around = arrowLength + 10;
    layout->setContentsMargins(around, around, around, around - 2);
    layout->setSpacing(2);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addWidget(buttons);
    m_motion->setDuration(motionTakes);
    m_motion->setEasingCurve(QEasingCurve::OutCubic);
    m_follow.setInterval(followEvery);
    connect(&m_follow, &QTimer::timeout, this, &Callout::place);
    hide();
}

void Callout::setSkippable(bool skippable)
{
    m_skip->setVisible(skippable);
}

void Callout::point(QWidget *target, const QString &title, const QString &text)
{
    const bool wasSeen = isVisible();
    m_target = target;
    m_title->setText(title);
    m_text->setText(text);
    setAccessibleName(title + u'\n' + text);
    if (!wasSeen)
        setGeometry({}); // it appears where it belongs
    show();
    raise();
    m_follow.start();
    place();
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

QWidget *Callout::target() const
{
    return m_target && m_target->isVisible() && m_target->window() == parentWidget() ? m_target.data()
                                                                                     : nullptr;
}

void Callout::place()
{
    if (isHidden())
        return m_follow.stop();
    const QWidget *window = parentWidget();
    const QWidget *widget = target();
    const QRect rect = widget
        ? QRect(widget->mapTo(window, QPoint()), widget->size()).intersected(window->rect())
        : QRect(window->rect().center(), QSize());
    m_side = widget ? bestSide(rect) : Side::None;
    m_tip = rect.center();
    if (m_side == Side::Above || m_side == Side::Below)
        m_tip.setY(m_side == Side::Above ? rect.top() : rect.bottom());
    else if (m_side == Side::Left || m_side == Side::Right)
        m_tip.setX(m_side == Side::Left ? rect.left() : rect.right());
    moveTo(rectAt(m_side, rect));
    update();
}

/// The first on which all of it is within the window; of what fills the window it covers a corner.
Callout::Side Callout::bestSide(const QRect &target) const
{
    const QRect room =
        parentWidget()->rect().adjusted(edgeDistance, edgeDistance, -edgeDistance, -edgeDistance);
    for (const Side side : {Side::Below, Side::Above, Side::Right, Side::Left}) {
        const QRect rect = rectAt(side, target);
        if (room.contains(rect) && !rect.intersects(target.adjusted(1, 1, -1, -1)))
            return side;
    }
    return Side::None;
}

QRect Callout::rectAt(Side side, const QRect &target) const
{
    const QRect room =
        parentWidget()->rect().adjusted(edgeDistance, edgeDistance, -edgeDistance, -edgeDistance);
    const int width = std::min(calloutWidth, room.width());
    const int height = std::max(heightForWidth(width), minimumSizeHint().height());
    QRect rect(0, 0, width, height);
    rect.moveCenter(target.center());
    if (side == Side::Below)
        rect.moveTop(target.bottom());
    else if (side == Side::Above)
        rect.moveBottom(target.top());
    else if (side == Side::Right)
        rect.moveLeft(target.right());
    else if (side == Side::Left)
        rect.moveRight(target.left());
    else
        rect.moveBottomRight(target.isEmpty() ? room.bottomRight() : target.bottomRight());
    const bool isUpright = side == Side::Below || side == Side::Above || side == Side::None;
    if (isUpright)
        rect.moveLeft(std::clamp(rect.left(), room.left(), std::max(room.left(), room.right() - width)));
    if (!isUpright || side == Side::None)
        rect.moveTop(std::clamp(rect.top(), room.top(), std::max(room.top(), room.bottom() - height)));
    return rect;
}

void Callout::moveTo(const QRect &rect)
{
    const bool isUnderWay = m_motion->state() == QAbstractAnimation::Running;
    if (rect == (isUnderWay ? m_motion->endValue().toRect() : geometry()))
        return;
    m_motion->stop();
    if (m_motionReduced || geometry().isEmpty())
        return setGeometry(rect);
    m_motion->setStartValue(geometry());
    m_motion->setEndValue(rect);
    m_motion->start();
}

QRect Callout::bubble() const
{
    return rect().adjusted(arrowLength, arrowLength, -arrowLength - 1, -arrowLength - 1);
}

/// The arrow is on the edge that is nearest to what it points at; empty when it points at nothing.
QPolygonF Callout::arrow() const
{
    const QRect box = bubble();
    const QPoint tip = m_tip - pos();
    const int x = std::clamp(tip.x(), box.left() + 2 * arrowHalf, box.right() - 2 * arrowHalf);
    const int y = std::clamp(tip.y(), box.top() + 2 * arrowHalf, box.bottom() - 2 * arrowHalf);
    switch (m_side) {
    case Side::Below:
        return {
            QPolygon({{x - arrowHalf, box.top()}, {x, box.top() - arrowLength}, {x + arrowHalf, box.top()}})};
    case Side::Above:
        return {QPolygon(
            {{x - arrowHalf, box.bottom()}, {x, box.bottom() + arrowLength}, {x + arrowHalf, box.bottom()}})};
    case Side::Right:
        return {QPolygon(
            {{box.left(), y - arrowHalf}, {box.left() - arrowLength, y}, {box.left(), y + arrowHalf}})};
    case Side::Left:
        return {QPolygon(
            {{box.right(), y - arrowHalf}, {box.right() + arrowLength, y}, {box.right(), y + arrowHalf}})};
    case Side::None:
        return {};
    }
    return {};
}

void Callout::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath box;
    box.addRoundedRect(bubble(), bubbleRadius, bubbleRadius);
    QPainterPath point;
    point.addPolygon(arrow());
    point.closeSubpath();
    painter.setPen(QPen(m_theme.color(Tone::Accent), 2));
    painter.setBrush(palette().color(QPalette::ToolTipBase));
    painter.drawPath(box.united(point));
}

} // namespace ui
