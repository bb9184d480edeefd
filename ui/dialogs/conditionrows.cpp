// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/conditionrows.h"

#include "core/api/nodeconditions.h"
#include "ui/format.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::api::Json;
using core::api::JsonArray;
using core::api::JsonObject;

namespace {

constexpr int longestTimeout = 8; // letters

QString textOf(const Json &condition, std::string_view name)
{
    return raw(core::api::textAt(condition, {name}));
}

/// What is no text, and therefore not shown, stays as it is until something else is written there.
void put(Json &condition, std::string_view name, const QString &text)
{
    if (textOf(condition, name) != text)
        condition.get_object()[name] = utf8(text);
}

void setText(QComboBox *box, const QString &text)
{
    if (box->currentText() != text)
        box->setEditText(text);
}

} // namespace

ConditionRows::ConditionRows(QWidget *parent) : QWidget(parent), m_lines(new QVBoxLayout), m_list(JsonArray())
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    m_lines->setSpacing(4);
    layout->addLayout(m_lines);
    auto *add = new QPushButton(tr("A&dd a condition"), this);
    add->setObjectName(u"addCondition"_s);
    add->setAutoDefault(false);
    layout->addWidget(add, 0, Qt::AlignLeft);
    setFocusProxy(add);
    connect(add, &QPushButton::clicked, this, [this] {
        addRow();
        const Row &row = m_rows.back();
        row.type->setEditText(u"Ready"_s);
        row.status->setEditText(u"Unknown"_s);
        row.timeout->setText(u"300s"_s);
        announce();
        row.type->setFocus();
    });
}

void ConditionRows::addRow()
{
    Row row {new QWidget(this), new QComboBox, new QComboBox, new QLineEdit};
    auto *layout = new QHBoxLayout(row.line);
    layout->setContentsMargins({});
    for (const auto &kind : core::api::nodeConditionKinds)
        row.type->addItem(raw(kind.type));
    row.status->addItems({u"True"_s, u"False"_s, u"Unknown"_s});
    for (QComboBox *box : {row.type, row.status}) {
        box->setEditable(true);
        box->setInsertPolicy(QComboBox::NoInsert);
        connect(box, &QComboBox::currentTextChanged, this, &ConditionRows::announce);
    }
    row.type->setAccessibleName(tr("Condition"));
    row.status->setAccessibleName(tr("Status"));
    row.timeout->setAccessibleName(tr("How long"));
    row.timeout->setMaximumWidth(row.timeout->fontMetrics().horizontalAdvance(u'0') * (longestTimeout + 2));
    auto *remove = new QToolButton;
    remove->setText(u"×"_s);
    remove->setAccessibleName(tr("Remove this condition"));
    remove->setToolTip(remove->accessibleName());
    layout->addWidget(row.type, 2);
    layout->addWidget(new QLabel(u"="_s));
    layout->addWidget(row.status, 1);
    layout->addWidget(new QLabel(tr("for", "a condition lasts for 5 minutes")));
    layout->addWidget(row.timeout);
    layout->addWidget(remove);
    connect(row.timeout, &QLineEdit::textEdited, this, &ConditionRows::announce);
    connect(remove, &QToolButton::clicked, this, [this, line = row.line] { removeRow(line); });
    m_lines->addWidget(row.line);
    m_rows.push_back(row);
}

void ConditionRows::removeRow(QWidget *line)
{
    const auto row = std::ranges::find(m_rows, line, &Row::line);
    const auto index = row - m_rows.begin();
    if (index < std::ssize(m_list.get_array()))
        m_list.get_array().erase(m_list.get_array().begin() + index);
    m_rows.erase(row);
    line->hide();
    line->deleteLater(); // its button is still being clicked
    announce();
}

Json ConditionRows::written() const
{
    JsonArray list = m_list.get_array();
    list.resize(m_rows.size(), JsonObject());
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (!list[i].is_object())
            list[i] = JsonObject();
        put(list[i], "type", m_rows[i].type->currentText());
        put(list[i], "status", m_rows[i].status->currentText());
        put(list[i], "timeout", m_rows[i].timeout->text());
    }
    return list;
}

void ConditionRows::announce()
{
    m_list = written();
    emit edited(m_list);
}

void ConditionRows::showList(const Json &list)
{
    const Json wanted = list.is_array() ? list : Json(JsonArray());
    if (core::api::equal(wanted, written()))
        return;
    m_list = wanted;
    const QSignalBlocker quiet(this);
    while (m_rows.size() > wanted.get_array().size()) {
        delete m_rows.back().line;
        m_rows.pop_back();
    }
    while (m_rows.size() < wanted.get_array().size())
        addRow();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Json &condition = wanted.get_array()[i];
        const std::array boxes {QSignalBlocker(m_rows[i].type), QSignalBlocker(m_rows[i].status)};
        setText(m_rows[i].type, textOf(condition, "type"));
        setText(m_rows[i].status, textOf(condition, "status"));
        if (m_rows[i].timeout->text() != textOf(condition, "timeout"))
            m_rows[i].timeout->setText(textOf(condition, "timeout"));
    }
}

} // namespace ui
