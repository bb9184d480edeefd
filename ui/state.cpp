// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state.h"

#include <QPainter>
#include <QPainterPath>

#include <array>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

struct Look {
    QStringView word;
    QStringView glyph;
    QRgb light;
    QRgb dark;
};

constexpr std::array<Look, stateCount> looks {{
    {u"", u"–", 0xff6b6b6b, 0xffa0a0a0},
    {u"Ready", u"●", 0xff007a5a, 0xff2cc39a},
    {u"Provisioning", u"◔", 0xff2a7fb8, 0xff56b4e9},
    {u"Provisioned", u"◑", 0xff0072b2, 0xff5aa9e6},
    {u"NotReady", u"▲", 0xffd55e00, 0xffff8a3d},
    {u"Unknown", u"?", 0xffa06a00, 0xffe69f00},
    {u"Deleting", u"↧", 0xffa8478a, 0xffcc79a7},
    {u"Failed", u"■", 0xffd55e00, 0xffff8a3d},
    {u"Paused", u"‖", 0xff6b6b6b, 0xffa0a0a0},
}};

const Look &look(State state)
{
    return looks[static_cast<std::size_t>(state)];
}

void paintPie(QPainter &painter, const QRectF &box, int sixteenthsOfDegree)
{
    painter.setPen(QPen(painter.brush().color(), box.width() / 8));
    const QBrush fill = painter.brush();
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(box);
    painter.setBrush(fill);
    painter.drawPie(box, 90 * 16, -sixteenthsOfDegree);
}

void paintTriangle(QPainter &painter, const QRectF &box)
{
    painter.drawPolygon(QPolygonF({{box.center().x(), box.top()}, box.bottomRight(), box.bottomLeft()}));
}

void paintArrowToGround(QPainter &painter, const QRectF &box)
{
    const double middle = box.center().x();
    const double reach = box.width() / 3;
    const double tip = box.bottom() - box.height() / 5;
    painter.setPen(QPen(painter.brush().color(), box.width() / 6, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(QPointF(middle, box.top()), QPointF(middle, tip));
    painter.drawLine(QPointF(box.left(), box.bottom()), box.bottomRight());
    painter.setPen(Qt::NoPen);
    painter.drawPolygon(
        QPolygonF({{middle - reach, tip - reach}, {middle + reach, tip - reach}, {middle, tip}}));
}

void paintQuestionMark(QPainter &painter, const QRectF &box)
{
    const double w = box.width();
    QPainterPath hook(box.topLeft() + QPointF(w * 0.2, w * 0.3));
    hook.cubicTo(box.topLeft() + QPointF(w * 0.25, -w * 0.05), box.topLeft() + QPointF(w * 0.95, -w * 0.05),
        box.topLeft() + QPointF(w * 0.75, w * 0.4));
    hook.quadTo(box.topLeft() + QPointF(w * 0.5, w * 0.5), box.topLeft() + QPointF(w * 0.5, w * 0.7));
    const QColor color = painter.brush().color();
    painter.setPen(QPen(color, w / 5, Qt::SolidLine, Qt::FlatCap));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(hook);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(box.topLeft() + QPointF(w * 0.5, w * 0.92), w / 8, w / 8);
}

void paintBars(QPainter &painter, const QRectF &box)
{
    const double bar = box.width() / 3;
    painter.drawRect(QRectF(box.left(), box.top(), bar, box.height()));
    painter.drawRect(QRectF(box.right() - bar, box.top(), bar, box.height()));
}

} // namespace

State stateOf(const core::api::Node &node)
{
    if (node.metadata.isDeleting())
        return State::Deleting;
    const std::string_view ready = node.readyStatus();
    if (ready == "True")
        return State::Ready;
    if (ready == "False")
        return State::NotReady;
    return ready == "Unknown" ? State::Unknown : State::Provisioning;
}

State stateOf(const core::api::Machine &machine, const core::api::Node *node)
{
    namespace phases = core::api::phases;
    if (machine.isDeleting())
        return State::Deleting;
    if (machine.status.phase == phases::failed)
        return State::Failed;
    if (node)
        return stateOf(*node);
    return machine.status.phase == phases::provisioned ? State::Provisioned : State::Provisioning;
}

State stateOf(const core::api::mcm::Machine &machine, const core::api::Node *node)
{
    namespace phases = core::api::mcm::phases;
    const std::string_view phase = machine.phase();
    if (machine.isDeleting() || phase == phases::terminating)
        return State::Deleting;
    if (phase == phases::failed || phase == phases::crashLoopBackOff || phase == phases::inPlaceUpdateFailed)
        return State::Failed;
    if (node)
        return stateOf(*node);
    if (phase == phases::unknown)
        return State::Unknown;
    return phase == phases::available ? State::Provisioned : State::Provisioning;
}

State stateOfHealth(std::string_view nodeHealth)
{
    if (nodeHealth == "Ready")
        return State::Ready;
    if (nodeHealth == "NotReady")
        return State::NotReady;
    return nodeHealth == "Unknown" ? State::Unknown : State::None;
}

QString wordOf(State state)
{
    return look(state).word.toString();
}

QString glyphOf(State state)
{
    return look(state).glyph.toString();
}

QColor colorOf(State state, bool dark)
{
    return dark ? look(state).dark : look(state).light;
}

void paintShape(QPainter &painter, const QRectF &rect, State state, const QColor &color)
{
    if (state == State::None)
        return;
    const double side = std::min(rect.width(), rect.height());
    const QRectF box(rect.center() - QPointF(side / 2, side / 2), QSizeF(side, side));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    switch (state) {
    case State::Ready:
        painter.drawEllipse(box);
        break;
    case State::Provisioning:
        paintPie(painter, box.adjusted(1, 1, -1, -1), 90 * 16);
        break;
    case State::Provisioned:
        paintPie(painter, box.adjusted(1, 1, -1, -1), 180 * 16);
        break;
    case State::NotReady:
        paintTriangle(painter, box);
        break;
    case State::Unknown:
        paintQuestionMark(painter, box);
        break;
    case State::Deleting:
        paintArrowToGround(painter, box);
        break;
    case State::Failed:
        painter.drawRect(box.adjusted(1, 1, -1, -1));
        break;
    case State::Paused:
        paintBars(painter, box);
        break;
    case State::None:
        break;
    }
    painter.restore();
}

QIcon iconOf(State state, bool dark)
{
    constexpr int side = 32;
    QPixmap pixmap(side, side);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintShape(painter, QRectF(5, 5, side - 10, side - 10), state, colorOf(state, dark));
    QIcon icon(pixmap);
    icon.addPixmap(pixmap, QIcon::Selected); // the style would tint it
    return icon;
}

} // namespace ui
