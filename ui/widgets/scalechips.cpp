// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/scalechips.h"

#include "ui/format.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>

#include <cmath>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int sliderSteps = 1000;
constexpr int leastOfSlider = 120; // px

int stepOf(int number, int most)
{
    return static_cast<int>(std::lround(sliderSteps * std::log1p(number) / std::log1p(most)));
}

int numberAt(int step, int most)
{
    return static_cast<int>(std::lround(std::expm1(step * std::log1p(most) / sliderSteps)));
}

void putInto(QSpinBox &box, int number)
{
    box.setValue(number);
    box.selectAll();
}

} // namespace

ScaleChips::ScaleChips(QSpinBox &box, int before, int most, QWidget *parent) : QWidget(parent)
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
    addSlider(box, most);
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
        putInto(box, number(box.value()));
    });
    layout()->addWidget(chip);
}

void ScaleChips::addSlider(QSpinBox &box, int most)
{
    auto *slider = new QSlider(Qt::Horizontal, this);
    slider->setObjectName(u"scaleSlider"_s);
    slider->setAccessibleName(tr("Number of machines"));
    slider->setToolTip(tr("Up to %L1 machines").arg(most));
    slider->setFocusPolicy(Qt::NoFocus);
    slider->setMinimumWidth(leastOfSlider);
    slider->setRange(0, sliderSteps);
    const auto follow = [slider, most](int number) {
        const QSignalBlocker quiet(slider);
        slider->setValue(stepOf(number, most));
    };
    follow(box.value());
    connect(&box, &QSpinBox::valueChanged, slider, follow);
    connect(
        slider, &QSlider::valueChanged, &box, [&box, most](int step) { putInto(box, numberAt(step, most)); });
    layout()->addWidget(slider);
}

} // namespace ui
