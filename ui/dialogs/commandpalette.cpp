// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/commandpalette.h"

#include "ui/widgets/buttonlook.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int paletteWidth = 640; // px
constexpr int paletteHeight = 380;
constexpr int entryMargin = 10;

enum EntryRole { DetailRole = Qt::UserRole, KeyRole };

class EntryPainter : public QStyledItemDelegate
{
public:
    EntryPainter(const Theme &theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme) { }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        return {100, option.fontMetrics.height() + 10};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, m_theme.color(Tone::Selection));
        const auto placed = [&option](const QRect &rect) {
            return QStyle::visualRect(option.direction, option.rect, rect);
        };
        QRect rect = option.rect.adjusted(entryMargin, 0, -entryMargin, 0);
        painter->setPen(m_theme.color(Tone::Quiet));
        for (const int role : {KeyRole, DetailRole}) {
            const QString words = index.data(role).toString();
            if (words.isEmpty())
                continue;
            painter->drawText(placed(rect), static_cast<int>(Qt::AlignRight | Qt::AlignVCenter), words);
            rect.setRight(rect.right() - option.fontMetrics.horizontalAdvance(words) - 2 * entryMargin);
        }
        painter->setPen(option.palette.color(QPalette::Text));
        painter->drawText(placed(rect), static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter),
            option.fontMetrics.elidedText(index.data().toString(), Qt::ElideMiddle, rect.width()));
    }

private:
    const Theme &m_theme;
};

} // namespace

CommandPalette::CommandPalette(Source source, const Theme &theme, QWidget *window)
    : QDialog(window, Qt::Popup)
    , m_source(std::move(source))
    , m_theme(theme)
    , m_line(new QLineEdit(this))
    , m_list(new QListWidget(this))
{
    setObjectName(u"commandPalette"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Command palette"));
    m_line->setObjectName(u"command"_s);
    m_line->setAccessibleName(tr("Search or command"));
    m_line->setPlaceholderText(tr("Search, or a command: scale workers 50, not-ready workers-x7k2p for 20s"));
    m_line->installEventFilter(this);
    m_list->setObjectName(u"entries"_s);
    m_list->setAccessibleName(tr("What was found"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setItemDelegate(new EntryPainter(theme, this));
    m_list->setFocusPolicy(Qt::NoFocus);
    auto *hint = new QLabel(tr("Enter runs · Esc closes · > actions  : views  / filter  ! faults"), this);
    hint->setForegroundRole(QPalette::PlaceholderText);
    hint->setContentsMargins(entryMargin, 2, entryMargin, 2);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 6);
    layout->addWidget(m_line);
    layout->addWidget(m_list, 1);
    layout->addWidget(hint);
    wearButtonLook(this, theme);
    setFocusProxy(m_line);
    connect(m_line, &QLineEdit::textChanged, this, &CommandPalette::showEntries);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
}

void CommandPalette::open()
{
    const QWidget &window = *parentWidget();
    const QSize size(
        std::min(paletteWidth, window.width() - 20), std::min(paletteHeight, window.height() - 20));
    const QPoint corner((window.width() - size.width()) / 2, std::min(60, window.height() - size.height()));
    setGeometry(QRect(window.mapToGlobal(corner), size));
    showEntries();
    show();
    m_line->setFocus();
}

void CommandPalette::type(const QString &text)
{
    m_line->setText(text);
}

void CommandPalette::showEntries()
{
    m_entries = m_source(m_line->text());
    m_list->clear();
    for (const PaletteEntry &entry : m_entries) {
        auto *item = new QListWidgetItem(entry.text, m_list);
        item->setData(DetailRole, entry.detail);
        item->setData(KeyRole, entry.key);
        item->setData(Qt::AccessibleTextRole,
            QStringList {entry.text, entry.detail, entry.key}.join(u' ').simplified());
    }
    if (m_entries.empty())
        (new QListWidgetItem(tr("Nothing is found for %1.").arg(m_line->text()), m_list))
            ->setFlags(Qt::NoItemFlags);
    m_list->setCurrentRow(0);
}

/// The window gets the focus back first: what runs may open something of its own.
void CommandPalette::run()
{
    const auto row = static_cast<std::size_t>(m_list->currentRow());
    if (row >= m_entries.size())
        return;
    const auto run = m_entries[row].run;
    close();
    QMetaObject::invokeMethod(parentWidget(), run, Qt::QueuedConnection);
}

/// It stands out from the window below it.
void CommandPalette::paintEvent(QPaintEvent *event)
{
    QDialog::paintEvent(event);
    QPainter painter(this);
    painter.setPen(m_theme.color(Tone::Accent));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

/// Up and down move in the list while the line keeps the focus.
bool CommandPalette::eventFilter(QObject *object, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(object, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        run();
        return true;
    }
    if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
        QCoreApplication::sendEvent(m_list, event);
        return true;
    }
    return QDialog::eventFilter(object, event);
}

} // namespace ui
