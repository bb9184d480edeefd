// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The program's own symbolic icons, ui/icons/NAME.svg, in the colour that is asked for.

#include <QColor>
#include <QIcon>

namespace ui {

QIcon symbolicIcon(const QString &name, const QColor &color);

} // namespace ui
