// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/comparedialog.h"

#include "ui/commandsender.h"
#include "ui/format.h"
#include "ui/theme.h"
#include "ui/widgets/buttonlook.h"

#include <QDateTimeEdit>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::api::Time;
using core::engine::FieldDifference;
using core::engine::Moment;
using core::engine::ObjectDifference;
using What = ObjectDifference::What;

namespace {

constexpr std::size_t mostListed = 2000; // objects: nobody reads on
constexpr std::size_t mostUnfolded = 20;
constexpr QSize usualSize {760, 520};

QString signOf(What what)
{
    return what == What::Created ? u"+"_s : what == What::Deleted ? u"−"_s : u"≠"_s;
}

QString wordFor(What what)
{
    switch (what) {
    case What::Created:
        return CompareDialog::tr("created");
    case What::Deleted:
        return CompareDialog::tr("deleted");
    case What::Changed:
        return CompareDialog::tr("changed");
    }
    return {};
}

QDateTimeEdit *addTime(QHBoxLayout *line, const QString &label, const char16_t *name)
{
    auto *edit = new QDateTimeEdit;
    edit->setObjectName(QString::fromUtf16(name));
    edit->setDisplayFormat(u"yyyy-MM-dd HH:mm:ss"_s);
    edit->setAccessibleName(label);
    line->addWidget(new QLabel(label));
    line->addWidget(edit);
    return edit;
}

/// They come with whatever happens: counted with the others they would hide how many these are.
bool isEvent(const ObjectDifference &difference)
{
    return difference.object.resource == &core::api::resourceOf<core::api::Event>();
}

/// "1 created, 0 deleted, 3 changed · 2 events"
QString differenceWords(const std::vector<ObjectDifference> &differences)
{
    if (differences.empty())
        return CompareDialog::tr("Nothing was different.");
    const auto count = [&](What what) {
        return countText(std::ranges::count_if(differences,
            [what](const ObjectDifference &each) { return each.what == what && !isEvent(each); }));
    };
    QString words = CompareDialog::tr("%1 created, %2 deleted, %3 changed")
                        .arg(count(What::Created), count(What::Deleted), count(What::Changed));
    if (const auto events = std::ranges::count_if(differences, isEvent); events > 0)
        words += u" · "_s + CompareDialog::tr("%n events", nullptr, static_cast<int>(events));
    if (differences.size() > mostListed)
        words += CompareDialog::tr(" (the first %1 are listed)").arg(countText(std::ptrdiff_t(mostListed)));
    return words;
}

} // namespace

CompareDialog::CompareDialog(
    const ClusterView &cluster, CommandSender &commands, const Theme &theme, QWidget *parent)
    : QDialog(parent)
    , m_cluster(cluster)
    , m_commands(commands)
    , m_theme(theme)
    , m_summary(new QLabel(this))
    , m_tree(new QTreeWidget(this))
    , m_nothing(new QLabel(this))
{
    setObjectName(u"compareDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Compare two moments"));
    resize(usualSize.boundedTo(parent->size()));
    auto *times = new QHBoxLayout;
    m_from = addTime(times, tr("From"), u"from");
    m_to = addTime(times, tr("to"), u"to");
    auto *look = new QPushButton(tr("&Compare"));
    look->setObjectName(u"look"_s);
    look->setDefault(true);
    connect(look, &QPushButton::clicked, this, &CompareDialog::compareTyped);
    times->addWidget(look);
    times->addStretch(1);
    m_summary->setObjectName(u"differences"_s);
    m_summary->setWordWrap(true);
    m_tree->setObjectName(u"differenceTree"_s);
    m_tree->setAccessibleName(tr("What is different"));
    m_tree->setHeaderLabels({tr("Object"), tr("Before"), tr("After")});
    m_tree->setUniformRowHeights(true);
    wearSelectionTint(m_tree, theme);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    for (const int column : {1, 2})
        m_tree->header()->setSectionResizeMode(column, QHeaderView::Stretch);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    connect(m_tree, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem *item) {
        const QString link = item->data(0, Qt::UserRole).toString();
        if (!link.isEmpty())
            emit objectChosen(fromLink(link));
    });
    m_nothing->setObjectName(u"nothingDiffers"_s);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_nothing->hide();
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(times);
    layout->addWidget(m_summary);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_nothing, 1);
    layout->addWidget(buttons);
}

Time CompareDialog::typedTime(const QDateTimeEdit &edit) const
{
    const Time typed = Time(std::chrono::milliseconds(edit.dateTime().toMSecsSinceEpoch()));
    return std::min(typed, m_cluster.present());
}

void CompareDialog::compareTyped()
{
    compare(typedTime(*m_from), typedTime(*m_to));
}

void CompareDialog::compare(Time from, Time to)
{
    if (to < from)
        std::swap(from, to);
    m_from->setDateTime(QDateTime::fromMSecsSinceEpoch(milliseconds(from)));
    m_to->setDateTime(QDateTime::fromMSecsSinceEpoch(milliseconds(to)));
    m_summary->setText(tr("Looking …"));
    const auto isAsked = [this, dialog = QPointer(this), question = ++m_question] {
        return dialog && question == m_question;
    };
    m_commands.seek(from, [this, isAsked, to](const core::engine::MomentPtr &before) {
        if (!isAsked() || !before)
            return;
        m_commands.seek(to, [this, isAsked, before](const core::engine::MomentPtr &after) {
            if (isAsked() && after)
                list(*before, *after);
        });
    });
}

void CompareDialog::list(const Moment &before, const Moment &after)
{
    const auto differences = core::engine::differencesBetween(before, after);
    const Time now = m_cluster.present();
    const QString words =
        tr("%1 to %2: %3")
            .arg(momentText(before.at, now), momentText(after.at, now), differenceWords(differences));
    m_summary->setText(differences.empty() ? QString() : words);
    m_nothing->setText(words);
    m_tree->setVisible(!differences.empty());
    m_nothing->setVisible(differences.empty());
    fill(differences, after);
}

void CompareDialog::fill(const std::vector<ObjectDifference> &differences, const Moment &after)
{
    m_tree->clear();
    std::map<core::api::ObjectKey, QString> said; // by the events that came
    for (const auto &event : after.of<core::api::Event>())
        said.emplace(event->key(), text(event->reason) + u": "_s + text(event->message));
    QList<QTreeWidgetItem *> items;
    for (std::size_t i = 0; i < std::min(mostListed, differences.size()); ++i) {
        QTreeWidgetItem *item = items.emplaceBack(itemOf(differences[i]));
        const ObjectDifference &difference = differences[i];
        const bool isNews = difference.what == What::Created && isEvent(difference);
        if (const auto news = said.find(difference.object.key); isNews && news != said.end()) {
            item->setText(2, news->second);
            item->setToolTip(2, tip(news->second));
        }
    }
    m_tree->addTopLevelItems(items);
    if (differences.size() <= mostUnfolded)
        m_tree->expandAll();
}

QTreeWidgetItem *CompareDialog::itemOf(const ObjectDifference &difference) const
{
    const core::api::Resource &resource = *difference.object.resource;
    const QString name = raw(resource.kind) + u' ' + text(difference.object.key.text());
    auto *item = new QTreeWidgetItem({signOf(difference.what) + u' ' + name, {}, wordFor(difference.what)});
    if (difference.what == What::Deleted) {
        item->setText(1, wordFor(difference.what));
        item->setText(2, {});
    }
    if (const auto kind = kindOf(resource.apiVersion(), resource.kind))
        item->setData(0, Qt::UserRole, linkTo({*kind, difference.object.key}));
    for (const FieldDifference &field : difference.fields) {
        auto *line =
            new QTreeWidgetItem(item, {text(field.field), valueText(field.before), valueText(field.after)});
        for (const int column : {1, 2})
            line->setToolTip(column, tip(line->text(column)));
        line->setForeground(0, m_theme.color(Tone::Quiet));
    }
    return item;
}

} // namespace ui
