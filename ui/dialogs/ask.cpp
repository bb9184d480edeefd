// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/ask.h"

#include <QLabel>
#include <QMessageBox>
#include <QPushButton>

namespace ui {

using namespace Qt::Literals::StringLiterals;

void showPlain(const QWidget &dialog)
{
    for (QLabel *label : dialog.findChildren<QLabel *>())
        label->setTextFormat(Qt::PlainText);
}

void ask(QWidget *parent, const Question &question, std::function<void()> accepted)
{
    auto *box =
        new QMessageBox(QMessageBox::Question, question.title, question.text, QMessageBox::Cancel, parent);
    box->setObjectName(u"question"_s);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(question.details);
    showPlain(*box);
    QPushButton *accept = box->addButton(question.accept, QMessageBox::AcceptRole);
    accept->setObjectName(u"accept"_s);
    box->setDefaultButton(QMessageBox::Cancel);
    QObject::connect(accept, &QPushButton::clicked, parent, std::move(accepted));
    box->open();
}

} // namespace ui
