// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/segments.h"

#include "ui/widgets/buttonlook.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

namespace ui {

Segments::Segments(QWidget *parent)
    : QWidget(parent)
    , m_line(new QHBoxLayout(this))
    , m_buttons(new QButtonGroup(this))
{
    m_line->setContentsMargins(0, 0, 0, 0);
    m_line->setSpacing(0);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(m_buttons, &QButtonGroup::idClicked, this, &Segments::chosenByUser);
}

QToolButton *Segments::add(const QString &name, const QString &text, const QString &tip)
{
    auto *button = new QToolButton(this);
    button->setObjectName(name);
    button->setText(text);
    button->setToolTip(tip);
    button->setCheckable(true);
    const int choice = static_cast<int>(m_buttons->buttons().size());
    m_buttons->addButton(button, choice);
    m_line->addWidget(button);
    joinButtons(m_buttons->buttons());
    button->setChecked(choice == 0);
    return button;
}

int Segments::chosen() const
{
    return m_buttons->checkedId();
}

void Segments::choose(int choice)
{
    m_buttons->button(choice)->setChecked(true);
}

} // namespace ui
