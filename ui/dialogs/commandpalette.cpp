// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/commandpalette.h"

#include "ui/widgets/buttonlook.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QPointer>
#include <QStyle>
#include <QStyleOption>
#include <QStyledItemDelegate>
#include <QTextLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int paletteWidth = 640; // px
constexpr int paletteHeight = 380;
constexpr int entryMargin = 10;

constexpr int chipMargin = 6;
constexpr int chipRadius = 5;
constexpr int leastOfDetail = 60; // shorter it tells nothing

enum EntryRole { DetailRole = Qt::UserRole, KeyRole, LettersRole };

/// Where the letters of a text are in what eliding has left of it.
std::vector<qsizetype> lettersLeft(
    const std::vector<qsizetype> &letters, const QString &whole, const QString &elided)
{
    if (whole == elided)
        return letters;
    const qsizetype dots = std::ranges::mismatch(whole, elided).in1 - whole.begin();
    const qsizetype cut = whole.size() - elided.size();
    std::vector<qsizetype> left;
    for (const qsizetype letter : letters) {
        if (letter < dots)
            left.push_back(letter);
        else if (letter - cut > dots)
            left.push_back(letter - cut);
    }
    return left;
}

class EntryPainter : public QStyledItemDelegate
{
public:
    EntryPainter(const Theme &theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme) { }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        return {100, option.fontMetrics.height() + 10};
    }

    /// What it is called has room before what is said of it.
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, m_theme.color(Tone::Selection));
        QRect rect = option.rect.adjusted(entryMargin, 0, -entryMargin, 0);
        painter->setPen(m_theme.color(Tone::Quiet));
        if (const QString key = index.data(KeyRole).toString(); !key.isEmpty())
            rect.setRight(paintChip(painter, option, rect, key) - 2 * entryMargin);
        const int room = rect.width() - boldMetrics(option).horizontalAdvance(index.data().toString());
        const QString detail = option.fontMetrics.elidedText(
            index.data(DetailRole).toString(), Qt::ElideRight, room - 2 * entryMargin);
        if (room > leastOfDetail && !detail.isEmpty()) {
            painter->drawText(
                placed(option, rect), static_cast<int>(Qt::AlignRight | Qt::AlignVCenter), detail);
            rect.setRight(rect.right() - option.fontMetrics.horizontalAdvance(detail) - 2 * entryMargin);
        }
        paintText(painter, option, rect, index);
    }

private:
    static QRect placed(const QStyleOptionViewItem &option, const QRect &rect)
    {
        return QStyle::visualRect(option.direction, option.rect, rect);
    }

    static QFont boldOf(const QStyleOptionViewItem &option)
    {
        QFont bold = option.font;
        bold.setBold(true);
        return bold;
    }

    static QFontMetrics boldMetrics(const QStyleOptionViewItem &option)
    {
        return QFontMetrics(boldOf(option));
    }

    /// The chip stands at the end of the row; the result is where it begins.
    int paintChip(
        QPainter *painter, const QStyleOptionViewItem &option, const QRect &rect, const QString &key) const
    {
        QRect chip(0, 0, option.fontMetrics.horizontalAdvance(key) + 2 * chipMargin,
            option.fontMetrics.height() + 2);
        chip.moveCenter(rect.center());
        chip.moveRight(rect.right());
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(m_theme.color(Tone::Hairline));
        painter->setBrush(m_theme.color(Tone::Field));
        painter->drawRoundedRect(
            QRectF(placed(option, chip)).adjusted(0.5, 0.5, -0.5, -0.5), chipRadius, chipRadius);
        painter->restore();
        painter->drawText(placed(option, chip), Qt::AlignCenter, key);
        return chip.left();
    }

    /// The letters that were typed stand out by their weight alone, so that each theme's text colour holds.
    void paintText(QPainter *painter, const QStyleOptionViewItem &option, const QRect &rect,
        const QModelIndex &index) const
    {
        const bool tellsOnly = !index.flags().testFlag(Qt::ItemIsEnabled);
        painter->setPen(tellsOnly ? m_theme.color(Tone::Quiet) : option.palette.color(QPalette::Text));
        const QString whole = index.data().toString();
        const auto letters = index.data(LettersRole).value<std::vector<qsizetype>>();
        const QFontMetrics metrics = letters.empty() ? option.fontMetrics : boldMetrics(option);
        QTextLayout layout(metrics.elidedText(whole, Qt::ElideMiddle, rect.width()), option.font);
        QTextOption how(QStyle::visualAlignment(option.direction, Qt::AlignLeft));
        how.setTextDirection(option.direction);
        how.setWrapMode(QTextOption::NoWrap);
        layout.setTextOption(how);
        QList<QTextLayout::FormatRange> formats;
        for (const qsizetype letter : lettersLeft(letters, whole, layout.text())) {
            QTextLayout::FormatRange &range = formats.emplace_back();
            range.start = static_cast<int>(letter);
            range.length = 1;
            range.format.setFontWeight(QFont::Bold);
        }
        layout.setFormats(formats);
        layout.beginLayout();
        QTextLine line = layout.createLine();
        line.setLineWidth(rect.width());
        layout.endLayout();
        const QRect place = placed(option, rect);
        layout.draw(painter, QPointF(place.left(), place.top() + (place.height() - line.height()) / 2));
    }

    const Theme &m_theme;
};

/// What the keys do, and what each prefix finds; a line breaks between prefixes alone.
QString hintText()
{
    QStringList words {CommandPalette::tr("Enter runs · Tab completes · Esc closes")};
    for (const PalettePrefix &prefix : CommandPalette::prefixes())
        words.append(prefix.sign + QString(prefix.finds).prepend(u' ').replace(u' ', QChar::Nbsp));
    return words.join(u"  "_s);
}

} // namespace

std::vector<PalettePrefix> CommandPalette::prefixes()
{
    return {{u'>', tr("actions")}, {u':', tr("views")}, {u'/', tr("filter")}, {u'@', tr("namespaces")},
        {u'#', tr("labels")}, {u'!', tr("faults and scenarios")}, {u'?', tr("help")}, {u'=', tr("settings")}};
}

CommandPalette::CommandPalette(Source source, const Theme &theme, QWidget *window)
    : QDialog(window, Qt::Popup)
    , m_source(std::move(source))
    , m_theme(theme)
    , m_line(new QLineEdit(this))
    , m_list(new QListWidget(this))
    , m_outlook(new QLabel(this))
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
    m_outlook->setObjectName(u"paletteOutlook"_s);
    auto *hint = new QLabel(hintText(), this);
    hint->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel *words : {m_outlook, hint}) {
        words->setTextFormat(Qt::PlainText);
        words->setWordWrap(true);
        words->setContentsMargins(entryMargin, 2, entryMargin, 2);
    }
    m_outlook->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 6);
    layout->addWidget(m_line);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_outlook);
    layout->addWidget(hint);
    wearButtonLook(this, theme);
    setFocusProxy(m_line);
    connect(m_line, &QLineEdit::textChanged, this, &CommandPalette::showEntries);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
    connect(m_list, &QListWidget::currentRowChanged, this, &CommandPalette::foresee);
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
        item->setData(LettersRole, QVariant::fromValue(entry.letters));
        item->setData(Qt::AccessibleTextRole,
            QStringList {entry.text, entry.detail, entry.key}.join(u' ').simplified());
        if (!entry.run && entry.completion.isEmpty())
            item->setFlags(Qt::NoItemFlags);
        else if (!m_list->currentItem())
            m_list->setCurrentItem(item);
    }
    if (m_entries.empty())
        (new QListWidgetItem(tr("Nothing is found for %1.").arg(m_line->text()), m_list))
            ->setFlags(Qt::NoItemFlags);
    m_list->scrollToTop();
}

const PaletteEntry *CommandPalette::chosen() const
{
    const auto row = static_cast<std::size_t>(m_list->currentRow());
    return row < m_entries.size() ? &m_entries[row] : nullptr;
}

/// The window gets the focus back first: what runs may open something of its own.
void CommandPalette::run()
{
    const PaletteEntry *entry = chosen();
    if (!entry)
        return;
    if (!entry->run)
        return complete();
    const auto run = entry->run;
    close();
    QMetaObject::invokeMethod(parentWidget(), run, Qt::QueuedConnection);
}

void CommandPalette::complete()
{
    const PaletteEntry *entry = chosen();
    if (entry && !entry->completion.isEmpty())
        m_line->setText(QString(entry->completion));
}

/// An answer about what is not chosen any more is left alone.
void CommandPalette::foresee()
{
    m_outlook->hide();
    const int asked = ++m_outlooksAsked;
    const PaletteEntry *entry = chosen();
    if (!entry || !entry->foresee)
        return;
    entry->foresee([palette = QPointer(this), asked](const QString &words) {
        if (!palette || palette->m_outlooksAsked != asked)
            return;
        palette->m_outlook->setText(words);
        palette->m_outlook->setVisible(!words.isEmpty());
    });
}

/// It stands out from the window below it.
void CommandPalette::paintEvent(QPaintEvent *event)
{
    QDialog::paintEvent(event);
    QPainter painter(this);
    QStyleOption frame;
    frame.initFrom(this);
    frame.palette.setColor(QPalette::Mid, m_theme.color(Tone::Accent));
    style()->drawPrimitive(QStyle::PE_FrameMenu, &frame, &painter, this);
}

/// Its corners are those of a menu.
void CommandPalette::resizeEvent(QResizeEvent *event)
{
    QDialog::resizeEvent(event);
    QStyleOption frame;
    frame.initFrom(this);
    QStyleHintReturnMask mask;
    if (style()->styleHint(QStyle::SH_Menu_Mask, &frame, this, &mask))
        setMask(mask.region);
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
    if (key == Qt::Key_Tab) {
        complete();
        return true;
    }
    if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
        QCoreApplication::sendEvent(m_list, event);
        return true;
    }
    return QDialog::eventFilter(object, event);
}

} // namespace ui
