// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/scalechips.h"

#include "ui/format.h"

#include <QHBoxLayout>
#include <QSpinBox>
#include <QToolButton>

namespace ui {

using namespace Qt::Literals::StringLiterals;

ScaleChips::ScaleChips(QSpinBox &box, int before, QWidget *parent) : QWidget(parent)
{
    setObjectName(u"scaleChips"_s);
    setAutoFillBackground(true);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(2, 2, 2, 2);
    line->setSpacing(2);
    add(box, u"0"_s, tr("No machines"), [](int) { return 0; });
    add(box, u"−1"_s, tr("One machine less"), [](int number) { return number - 1; });
    add(box, u"+1"_s, tr("One machine more"), [](int number) { return number + 1; });
    add(box, u"×2"_s, tr("Twice as many"), [](int number) { return 2 * number; });
    if (before > 0)
        add(box, countText(before), tr("As many as are wanted now"), [before](int) { return before; });
    line->addStretch(1);
}

void ScaleChips::add(
    QSpinBox &box, const QString &text, const QString &tip, const std::function<int(int)> &number)
{
    auto *chip = new QToolButton(this);
    chip->setObjectName(u"scaleChip"_s);
    chip->setText(text);
    chip->setToolTip(tip);
    chip->setAccessibleName(tip);
    chip->setFocusPolicy(Qt::NoFocus);
    connect(chip, &QToolButton::clicked, &box, [&box, number] {
        box.interpretText();
        box.setValue(number(box.value()));
        box.selectAll();
    });
    layout()->addWidget(chip);
}

} // namespace ui
