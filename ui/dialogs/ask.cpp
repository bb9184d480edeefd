// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/ask.h"

#include <QMessageBox>
#include <QPushButton>

namespace ui {

using namespace Qt::Literals::StringLiterals;

void ask(QWidget *parent, const Question &question, std::function<void()> accepted)
{
    auto *box =
        new QMessageBox(QMessageBox::Question, question.title, question.text, QMessageBox::Cancel, parent);
    box->setObjectName(u"question"_s);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(question.details);
    QPushButton *accept = box->addButton(question.accept, QMessageBox::AcceptRole);
    accept->setObjectName(u"accept"_s);
    box->setDefaultButton(QMessageBox::Cancel);
    QObject::connect(accept, &QPushButton::clicked, parent, std::move(accepted));
    box->open();
}

} // namespace ui
