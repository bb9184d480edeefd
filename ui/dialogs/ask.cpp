// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/ask.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>

namespace ui {

using namespace Qt::Literals::StringLiterals;

void showPlain(const QWidget &dialog)
{
    for (QLabel *label : dialog.findChildren<QLabel *>())
        label->setTextFormat(Qt::PlainText);
}

namespace {

void demandTyping(QMessageBox &box, const QString &wanted, QPushButton *accept)
{
    auto *label =
        new QLabel(QCoreApplication::translate("ui::Question", "Type %1 to go on:").arg(wanted), &box);
    label->setTextFormat(Qt::PlainText);
    auto *typed = new QLineEdit(&box);
    typed->setObjectName(u"typed"_s);
    typed->setPlaceholderText(wanted);
    label->setBuddy(typed);
    auto *grid = static_cast<QGridLayout *>(box.layout());
    auto *buttons = box.findChild<QDialogButtonBox *>();
    auto *line = new QVBoxLayout;
    line->addWidget(label);
    line->addWidget(typed);
    grid->removeWidget(buttons);
    grid->addLayout(line, grid->rowCount(), 0, 1, grid->columnCount());
    grid->addWidget(buttons, grid->rowCount(), 0, 1, grid->columnCount());
    accept->setEnabled(false);
    QObject::connect(typed, &QLineEdit::textChanged, accept, [accept, wanted](const QString &text) {
        accept->setEnabled(text.trimmed() == wanted);
        accept->setDefault(accept->isEnabled()); // else Cancel is
    });
    typed->setFocus();
}

} // namespace

QMessageBox *ask(
    QWidget *parent, const Question &question, std::function<void()> accepted, std::function<void()> other)
{
    auto *box =
        new QMessageBox(QMessageBox::NoIcon, question.title, question.text, QMessageBox::Cancel, parent);
    box->setObjectName(u"question"_s);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(question.details);
    showPlain(*box);
    QPushButton *accept = box->addButton(question.accept, QMessageBox::AcceptRole);
    accept->setObjectName(u"accept"_s);
    box->setDefaultButton(QMessageBox::Cancel);
    if (!question.typed.isEmpty())
        demandTyping(*box, question.typed, accept);
    QObject::connect(accept, &QPushButton::clicked, parent, std::move(accepted));
    if (!question.other.isEmpty()) {
        QPushButton *second = box->addButton(question.other, QMessageBox::AcceptRole);
        second->setObjectName(u"other"_s);
        QObject::connect(second, &QPushButton::clicked, parent, std::move(other));
    }
    box->open();
    return box;
}

} // namespace ui
