// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/trialtable.h"

#include "core/engine/comparison.h"
#include "ui/dialogs/trialwords.h"
#include "ui/format.h"
#include "ui/provider/yamlproblems.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QStyledItemDelegate>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::api::TriedObject;

namespace {

constexpr std::ptrdiff_t mostTrialRows = 100; // objects, and fields of one of them
constexpr int besideField = 12; // px, between a field and what it is now

struct TrialTableWords {
    Q_DECLARE_TR_FUNCTIONS(ui::Trial)
};

/// What is more is told in a row, which one alone could have as well.
std::ptrdiff_t shownOf(std::ptrdiff_t all)
{
    return all <= mostTrialRows + 1 ? all : mostTrialRows;
}

bool isField(const QModelIndex &index)
{
    return index.column() == 0 && index.siblingAtColumn(1).data().isValid();
}

/// The end of a field's path tells most, of all else the beginning.
class TrialCell : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = isField(index) ? Qt::ElideLeft : Qt::ElideRight;
    }
};

template<typename Parent>
QTreeWidgetItem *addWords(Parent *parent, const QString &words)
{
    auto *row = new QTreeWidgetItem(parent, QStringList {words});
    row->setToolTip(0, tip(words));
    row->setFirstColumnSpanned(true);
    return row;
}

std::vector<const TriedObject *> refusedFirst(const std::vector<TriedObject> &trials)
{
    std::vector<const TriedObject *> order;
    for (const TriedObject &tried : trials)
        order.push_back(&tried);
    std::ranges::stable_partition(order, [](const TriedObject *tried) { return isTrialRefused(*tried); });
    return order;
}

} // namespace

TrialTable::TrialTable(QWidget *parent) : ChangeTable(parent)
{
    setAccessibleName(TrialTableWords::tr("What changes"));
    setHeaderLabels({TrialTableWords::tr("Field"), TrialTableWords::tr("Now"), TrialTableWords::tr("Then")});
    header()->setSectionResizeMode(0, QHeaderView::Fixed);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // what has no room is elided
    setItemDelegate(new TrialCell(this));
}

void TrialTable::tell(const std::vector<TriedObject> &trials)
{
    clear();
    m_fieldWidth = 0;
    const std::ptrdiff_t shown = shownOf(std::ssize(trials));
    const bool isAll = shown == std::ssize(trials);
    if (isAll) {
        for (const TriedObject &tried : trials)
            addObject(tried);
    } else {
        const auto order = refusedFirst(trials);
        for (std::ptrdiff_t i = 0; i < shown; ++i)
            addObject(*order[static_cast<std::size_t>(i)]);
        addWords(this, moreText(std::ssize(trials) - shown));
    }
    showRows();
    fitFields();
}

void TrialTable::addObject(const TriedObject &tried)
{
    QTreeWidgetItem *object = addWords(this, trialVerdict(tried));
    const auto wrong = tried.made ? QList<FieldProblem>() : fieldProblemsIn(text(tried.made.error().message));
    if (wrong.size() > 1) { // of one the verdict says all
        for (const FieldProblem &problem : wrong.first(shownOf(wrong.size())))
            addWords(object, problem.words);
        if (const std::ptrdiff_t more = wrong.size() - shownOf(wrong.size()); more > 0)
            addWords(object, moreText(more));
    }
    addFields(object, tried);
    object->setExpanded(tried.before || isTrialRefused(tried));
}

void TrialTable::addFields(QTreeWidgetItem *object, const TriedObject &tried)
{
    const auto fields = triedChanges(tried);
    const std::ptrdiff_t shown = shownOf(std::ssize(fields));
    for (auto field = fields.begin(); field != fields.begin() + shown; ++field) {
        auto *row = new QTreeWidgetItem(
            object, QStringList {text(field->field), valueText(field->before), valueText(field->after)});
        for (int column = 0; column < columnCount(); ++column)
            row->setToolTip(column, tip(row->text(column)));
        m_fieldWidth = std::max(m_fieldWidth, fontMetrics().horizontalAdvance(row->text(0)));
    }
    if (const std::ptrdiff_t more = std::ssize(fields) - shown; more > 0)
        addWords(object, moreText(more));
}

void TrialTable::resizeEvent(QResizeEvent *event)
{
    ChangeTable::resizeEvent(event);
    fitFields();
}

/// A field has the room that it needs, up to half of all.
void TrialTable::fitFields()
{
    const int wanted = m_fieldWidth + 2 * indentation() + besideField;
    const int all = viewport()->width();
    header()->resizeSection(0, std::clamp(wanted, all / 4, all / 2));
}

} // namespace ui
