// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/contextsdialog.h"

#include "ui/dialogs/ask.h"
#include "ui/format.h"
#include "ui/spoken.h"
#include "ui/state.h"
#include "ui/widgets/buttonlook.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr QSize comfortableSize {900, 460};
constexpr int linesOfState = 3;
constexpr int indexRole = Qt::UserRole;

enum ContextColumn { NameColumn, ClusterColumn, ServerColumn, UserColumn, NamespaceColumn, FileColumn };

bool isSame(const ContextEntry &one, const ContextEntry &other)
{
    return one.isLab == other.isLab && one.name == other.name && one.file == other.file;
}

} // namespace

ContextsDialog::ContextsDialog(
    const ClusterView &cluster, std::unique_ptr<Contexts> contexts, const Theme &theme, QWidget *parent)
    : QDialog(parent)
    , m_cluster(cluster)
    , m_contexts(std::move(contexts))
    , m_filter(new QLineEdit(this))
    , m_tree(new QTreeWidget(this))
    , m_state(new QLabel(tr("Reading the kubeconfigs…"), this))
{
    setObjectName(u"contextsDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Open another cluster"));
    m_filter->setObjectName(u"contextFilter"_s);
    m_filter->setPlaceholderText(tr("Name, cluster, server, user or file"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_filter->installEventFilter(this);
    m_tree->setObjectName(u"contextList"_s);
    m_tree->setAccessibleName(tr("Clusters"));
    m_tree->setRootIsDecorated(false);
    m_tree->setAllColumnsShowFocus(true);
    wearSelectionTint(m_tree, theme);
    m_tree->setHeaderLabels(
        {tr("Context"), tr("Cluster"), tr("Server"), tr("User"), tr("Namespace"), tr("File")});
    m_tree->header()->setStretchLastSection(true);
    m_state->setObjectName(u"contextState"_s);
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    m_state->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_state->setMinimumHeight(linesOfState * m_state->fontMetrics().lineSpacing());
    m_state->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Cancel)->setIcon({});
    m_open = buttons->addButton(tr("&Open…"), QDialogButtonBox::ActionRole);
    m_open->setObjectName(u"open"_s);
    m_open->setDefault(true);
    m_open->setEnabled(false);
    QPushButton *add = buttons->addButton(tr("&Add a kubeconfig…"), QDialogButtonBox::ActionRole);
    add->setObjectName(u"addKubeconfig"_s);
    add->setAutoDefault(false);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_filter);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_state);
    layout->addWidget(buttons);
    resize(comfortableSize.boundedTo(parent->size()));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_open, &QPushButton::clicked, this, &ContextsDialog::askToOpen);
    connect(add, &QPushButton::clicked, this, &ContextsDialog::askForFile);
    connect(m_filter, &QLineEdit::textChanged, this, &ContextsDialog::hideOthers);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &ContextsDialog::tellChosen);
    connect(m_tree, &QTreeWidget::itemDoubleClicked, this, &ContextsDialog::askToOpen);
    connect(m_contexts.get(), &Contexts::changed, this, &ContextsDialog::show);
    m_filter->setFocus();
}

/// The line that is typed into also moves in the list.
bool ContextsDialog::eventFilter(QObject *object, QEvent *event)
{
    if (object == m_filter && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
            QCoreApplication::sendEvent(m_tree, event);
            return true;
        }
    }
    return QDialog::eventFilter(object, event);
}

/// Whoever was chosen stays chosen, also when the file was written anew.
void ContextsDialog::show(const ContextList &list)
{
    const ContextEntry *before = chosen();
    const std::optional<ContextEntry> wanted = before ? std::optional(*before) : std::nullopt;
    m_list = list;
    m_tree->clear();
    for (std::size_t index = 0; index < m_list.entries.size(); ++index)
        addEntry(index);
    for (const core::api::Saying &sentence : m_list.unreadable)
        addUnreadable(sentence);
    for (int column = NameColumn; column < FileColumn; ++column)
        m_tree->resizeColumnToContents(column);
    hideOthers();
    if (wanted)
        choose(*wanted);
    tellChosen();
}

void ContextsDialog::addEntry(std::size_t index)
{
    const ContextEntry &entry = m_list.entries[index];
    const QString name = text(entry.name);
    auto *row = new QTreeWidgetItem(m_tree,
        {entry.isShown ? tr("%1 (shown)").arg(name) : name, entry.isLab ? tr("LAB") : text(entry.cluster),
            entry.isLab ? tr("in this program") : text(entry.server), text(entry.user), text(entry.ns),
            text(entry.file)});
    row->setData(NameColumn, indexRole, static_cast<qulonglong>(index));
    const State state = entry.problem.empty() ? State::None : State::Failed;
    if (state != State::None)
        row->setIcon(NameColumn, iconOf(state, palette().color(QPalette::Base).lightness() < 128));
    for (int column = NameColumn; column <= FileColumn; ++column)
        row->setToolTip(column, tip(entry.problem.empty() ? row->text(column) : spokenLines(entry.problem)));
}

void ContextsDialog::addUnreadable(const core::api::Saying &sentence)
{
    auto *row = new QTreeWidgetItem(m_tree, {spoken(sentence)});
    row->setFirstColumnSpanned(true);
    row->setToolTip(NameColumn, tip(spokenLines(sentence)));
    row->setIcon(NameColumn, iconOf(State::Failed, palette().color(QPalette::Base).lightness() < 128));
}

/// Chooses the first of those that fit whose name begins so: all columns are looked at.
void ContextsDialog::hideOthers()
{
    const QString typed = m_filter->text();
    QTreeWidgetItem *best = nullptr;
    bool bestBegins = false;
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem *row = m_tree->topLevelItem(i);
        bool fits = false;
        for (int column = NameColumn; column <= FileColumn; ++column)
            fits = fits || row->text(column).contains(typed, Qt::CaseInsensitive);
        const bool begins = fits && row->text(NameColumn).startsWith(typed, Qt::CaseInsensitive);
        row->setHidden(!fits);
        if (fits && (!best || (begins && !bestBegins))) {
            best = row;
            bestBegins = begins;
        }
    }
    const QTreeWidgetItem *current = m_tree->currentItem();
    if (!current || current->isHidden() || !typed.isEmpty())
        m_tree->setCurrentItem(best);
    tellChosen();
}

void ContextsDialog::choose(const ContextEntry &wanted)
{
    const auto found =
        std::ranges::find_if(m_list.entries, [&](const auto &entry) { return isSame(entry, wanted); });
    if (found != m_list.entries.end())
        m_tree->setCurrentItem(m_tree->topLevelItem(static_cast<int>(found - m_list.entries.begin())));
}

const ContextEntry *ContextsDialog::chosen() const
{
    const QTreeWidgetItem *row = m_tree->currentItem();
    if (!row || row->isHidden() || !row->data(NameColumn, indexRole).isValid())
        return nullptr;
    return &m_list.entries[row->data(NameColumn, indexRole).toULongLong()];
}

void ContextsDialog::tellChosen()
{
    const ContextEntry *entry = chosen();
    m_open->setEnabled(entry && entry->problem.empty() && !entry->isShown);
    if (m_list.entries.empty() && m_list.unreadable.empty())
        m_state->setText(tr("No kubeconfig names a context. Add the file of a cluster."));
    else if (!m_tree->currentItem())
        m_state->setText(tr("None of them contains that."));
    else if (!entry)
        m_state->setText(m_tree->currentItem()->text(NameColumn));
    else if (entry->isShown)
        m_state->setText(tr("This window shows it."));
    else if (!entry->problem.empty())
        m_state->setText(spokenLines(entry->problem));
    else if (!entry->command.empty())
        m_state->setText(
            tr("Logs in with the command %1. You are asked before it runs.").arg(text(entry->command)));
    else
        m_state->setText(QString());
}

/// What goes with the cluster that is shown.
QString ContextsDialog::whatIsLeft() const
{
    const auto &status = m_cluster.status();
    const bool isInMemory = status.mode == core::engine::Mode::Lab && status.labFile.empty();
    return isInMemory ? tr("The lab in memory is gone then.") : tr("Controllers that run here stop.");
}

void ContextsDialog::askToOpen()
{
    const ContextEntry *entry = chosen();
    if (!entry || !m_open->isEnabled())
        return;
    const QString where = entry->isLab ? tr("A lab of this computer.")
                                       : tr("Server: %1\nThe window opens locked.").arg(text(entry->server));
    ask(this,
        {.title = tr("Leave this cluster"),
            .text = tr("Leave %1, and open %2?").arg(text(m_cluster.status().contextName), text(entry->name)),
            .details = where + u'\n' + whatIsLeft(),
            .accept = tr("Open")},
        [this, wanted = *entry] { m_contexts->open(wanted); });
}

void ContextsDialog::askForFile()
{
    auto *dialog = new QFileDialog(this, tr("Add a kubeconfig"), QDir::homePath() + u"/.kube"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, m_contexts.get(), &Contexts::addFile);
    dialog->open();
}

} // namespace ui
