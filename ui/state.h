// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The states that people see, each with a shape, a word and a colour (docs/window.md W8). Shape and word
// alone tell states apart; colour only helps.

#include "core/api/mcm.h"

#include <QColor>
#include <QIcon>
#include <QString>

class QPainter;

namespace ui {

enum class State {
    None,
    Ready,
    Provisioning,
    Provisioned,
    NotReady,
    Unknown,
    Deleting,
    Failed,
    Paused,
};
inline constexpr int stateCount = 9;

/// What the node says of itself; Provisioning before its first report.
State stateOf(const core::api::Node &node);
/// How far the machine is, and how its node fares; node is null while there is none.
State stateOf(const core::api::Machine &machine, const core::api::Node *node);
State stateOf(const core::api::mcm::Machine &machine, const core::api::Node *node);
State stateOfHealth(
    std::string_view nodeHealth); ///< "Ready", "NotReady", "Unknown", "" of timeline::FactKind::NodeHealth
/// "Ready", "NotReady" …: the words of Kubernetes, the same in every language.
QString wordOf(State state);
/// The shape as a character, for running text.
QString glyphOf(State state);
QColor colorOf(State state, bool dark);
/// Paints the state's shape into the middle of the rectangle.
void paintShape(QPainter &painter, const QRectF &rect, State state, const QColor &color);
QIcon iconOf(State state, bool dark);

} // namespace ui
