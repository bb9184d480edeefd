// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/logpanel.h"

#include "ui/format.h"
#include "ui/logmodel.h"
#include "ui/textsize.h"
#include "ui/widgets/buttonlook.h"
#include "ui/widgets/ticker.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr std::chrono::milliseconds refreshedEvery {250}; // while it is seen
constexpr std::chrono::seconds emptiedEvery {5}; // else
constexpr int logWidthsInLetters[] = {17, 10, 30}; // of all columns but the last

} // namespace

/// A filter goes by severity, and by words that all occur in the line.
class LogPanel::Filter : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void set(int least, const QStringList &words)
    {
        m_least = least;
        m_words = words;
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override
    {
        const auto &log = static_cast<const LogModel &>(*sourceModel());
        if (log.data(log.index(row, 0, parent), LogModel::LevelRole).toInt() < m_least)
            return false;
        if (m_words.isEmpty())
            return true;
        const QString line = log.line(row);
        return std::ranges::all_of(
            m_words, [&](const QString &word) { return line.contains(word, Qt::CaseInsensitive); });
    }

private:
    int m_least = 0;
    QStringList m_words;
};

LogPanel::LogPanel(LogModel &model, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_theme(theme)
    , m_filter(new Filter(this))
    , m_list(new QTreeView(this))
    , m_level(new QComboBox(this))
    , m_words(new QLineEdit(this))
    , m_empty(new QLabel(m_list->viewport()))
{
    setObjectName(u"logPanel"_s);
    m_filter->setSourceModel(&model);
    m_list->setObjectName(u"logList"_s);
    m_list->setAccessibleName(tr("Log"));
    m_list->setModel(m_filter);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addWidget(m_list, 1);
    fitColumns();
    addEmptyText();
    wearSelectionTint(m_list, theme);
    const auto filterAnew = [this] {
        m_filter->set(m_level->currentIndex(), m_words->text().split(u' ', Qt::SkipEmptyParts));
        m_list->scrollToBottom();
        showEmptyText();
    };
    connect(m_level, &QComboBox::currentIndexChanged, this, filterAnew);
    connect(m_words, &QLineEdit::textChanged, this, filterAnew);
    // Whoever has scrolled back keeps their place.
    connect(m_filter, &QAbstractItemModel::rowsAboutToBeInserted, this, [this] {
        const QScrollBar *bar = m_list->verticalScrollBar();
        if (bar->value() == bar->maximum())
            QMetaObject::invokeMethod(m_list, &QTreeView::scrollToBottom, Qt::QueuedConnection);
    });
    auto *copyKey = new QShortcut(QKeySequence::Copy, m_list, nullptr, nullptr, Qt::WidgetShortcut);
    connect(copyKey, &QShortcut::activated, this, &LogPanel::copy);
    new Ticker(this, refreshedEvery, [this] { m_model.refresh(); });
    auto *unseen = new QTimer(this);
    connect(unseen, &QTimer::timeout, &model, &LogModel::refresh);
    unseen->start(emptiedEvery);
}

/// A log without a line says why.
void LogPanel::addEmptyText()
{
    m_empty->setObjectName(u"logEmpty"_s);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setAttribute(Qt::WA_TransparentForMouseEvents);
    auto *over = new QVBoxLayout(m_list->viewport());
    over->setSizeConstraint(QLayout::SetNoConstraint);
    over->addWidget(m_empty);
    // Of the model, which the filter has followed by then: it tells nothing of what it hides.
    connect(&m_model, &QAbstractItemModel::rowsInserted, this, &LogPanel::showEmptyText);
    connect(&m_model, &QAbstractItemModel::rowsRemoved, this, &LogPanel::showEmptyText);
    connect(&m_model, &QAbstractItemModel::modelReset, this, &LogPanel::showEmptyText);
    showEmptyText();
}

void LogPanel::showEmptyText()
{
    m_empty->setVisible(m_filter->rowCount() == 0);
    m_empty->setText(m_model.rowCount() > 0
            ? tr("0 of %1 lines shown: the filter hides them.").arg(countText(m_model.rowCount()))
            : tr("Nothing has been logged. What controllers decide is, while the settings have it so."));
}

QWidget *LogPanel::makeBar()
{
    auto *bar = new QWidget(this);
    auto *line = new QHBoxLayout(bar);
    line->setContentsMargins(10, 4, 8, 4);
    auto *title = new QLabel(tr("Log"), bar);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    m_level->setObjectName(u"logLevel"_s);
    m_level->setAccessibleName(tr("Level"));
    m_level->addItems({tr("All levels"), tr("Warnings and errors"), tr("Errors")});
    m_words->setObjectName(u"logWords"_s);
    m_words->setPlaceholderText(tr("Words, parts of the program"));
    m_words->setAccessibleName(tr("Filter"));
    m_words->setClearButtonEnabled(true);
    QToolButton *pause = addButton(u"logPause"_s, tr("Pause"), tr("Hold the log still; what comes is kept"));
    pause->setCheckable(true);
    QToolButton *copy =
        addButton(u"logCopy"_s, tr("Copy"), tr("Copy the chosen lines, or all that are shown"));
    QToolButton *clear = addButton(u"logClear"_s, tr("Clear"), tr("Forget all lines"));
    line->addWidget(title);
    line->addWidget(m_level);
    line->addWidget(m_words, 1);
    for (QToolButton *button : {pause, copy, clear})
        line->addWidget(button);
    wearButtonLook(bar, m_theme);
    connect(pause, &QToolButton::toggled, &m_model, &LogModel::setPaused);
    connect(copy, &QToolButton::clicked, this, &LogPanel::copy);
    connect(clear, &QToolButton::clicked, &m_model, &LogModel::clear);
    return bar;
}

QToolButton *LogPanel::addButton(const QString &name, const QString &text, const QString &tip)
{
    auto *button = new QToolButton(this);
    button->setObjectName(name);
    button->setText(text);
    button->setToolTip(tip);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

/// Letters of another size want other widths.
void LogPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        fitColumns();
    QWidget::changeEvent(event);
}

void LogPanel::fitColumns()
{
    for (int column = 0; column < static_cast<int>(std::size(logWidthsInLetters)); ++column)
        m_list->setColumnWidth(column, logWidthsInLetters[column] * letterWidth(fontMetrics()));
}

void LogPanel::copy()
{
    QModelIndexList chosen = m_list->selectionModel()->selectedRows();
    if (chosen.isEmpty()) {
        for (int row = 0; row < m_filter->rowCount(); ++row)
            chosen.append(m_filter->index(row, 0));
    }
    std::ranges::sort(chosen, {}, &QModelIndex::row);
    QString text;
    for (const QModelIndex &index : chosen)
        text += m_model.line(m_filter->mapToSource(index).row()) + u'\n';
    QApplication::clipboard()->setText(text);
}

} // namespace ui
