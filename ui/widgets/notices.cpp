// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/notices.h"

#include "ui/format.h"
#include "ui/textsize.h"
#include "ui/widgets/buttonlook.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <ranges>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr std::size_t mostCards = 2;
constexpr int cardWidth = 480;
constexpr int distance = 12; // from the window's edge
constexpr int aboveBottom = 34; // clear of the status bar
constexpr QLatin1StringView offerButton = "noticeAction"_L1;
constexpr QLatin1StringView closeButton = "noticeClose"_L1;

/// In the middle of what is higher.
QBoxLayout *besideFirstLine(QLabel *shape, QLabel *words)
{
    auto *line = new QHBoxLayout;
    shape->setFixedHeight(std::max(words->fontMetrics().lineSpacing(), shape->sizeHint().height()));
    line->addWidget(shape, 0, Qt::AlignTop);
    line->addWidget(words, 1);
    auto *middle = new QVBoxLayout;
    middle->addStretch(1);
    middle->addLayout(line);
    middle->addStretch(1);
    return middle;
}

} // namespace

Notices::Notices(const Theme &theme, QAction &take, QAction &close, QWidget *window)
    : QWidget(window)
    , m_theme(theme)
    , m_take(take)
    , m_close(close)
    , m_cards(new QVBoxLayout(this))
{
    setObjectName(u"notices"_s);
    m_cards->setContentsMargins(0, 0, 0, 0);
    m_cards->setSpacing(6);
    window->installEventFilter(this);
    joinAction(take, offerButton);
    joinAction(close, closeButton);
    hide();
}

void Notices::joinAction(QAction &action, QAnyStringView button)
{
    connect(&action, &QAction::triggered, this, [this, button] {
        if (QToolButton *newest = newestButton(button))
            newest->click();
    });
    connect(&action, &QAction::changed, this, &Notices::tellKeys);
}

void Notices::show(const Notice &notice)
{
    makeRoom(notice);
    QFrame *card = makeCard(notice);
    m_cards->insertWidget(placeOf(notice), card);
    card->show(); // the layout passes over what is hidden: no room would be made for it
    connect(card, &QObject::destroyed, this, [this] { QTimer::singleShot(0, this, &Notices::place); });
    if (notice.seconds > 0)
        QTimer::singleShot(notice.seconds * 1000, card, &QObject::deleteLater);
    QWidget::show();
    place();
    QAccessibleEvent alert(card, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void Notices::reword(const QString &topic, const QString &text)
{
    for (QWidget *card : cards()) {
        if (card->property("topic").toString() != topic)
            continue;
        card->setAccessibleName(text);
        card->findChild<QLabel *>(u"noticeText"_s)->setText(text);
    }
}

void Notices::dismiss(const QString &topic)
{
    for (QWidget *card : cards()) {
        if (!topic.isEmpty() && card->property("topic").toString() == topic)
            discard(card);
    }
}

/// It may be the one whose button is being clicked.
void Notices::discard(QWidget *card)
{
    m_cards->removeWidget(card);
    card->setParent(nullptr);
    card->deleteLater();
}

std::vector<QWidget *> Notices::cards() const
{
    std::vector<QWidget *> cards;
    for (int i = 0; i < m_cards->count(); ++i)
        cards.push_back(m_cards->itemAt(i)->widget());
    return cards;
}

QToolButton *Notices::newestButton(QAnyStringView name) const
{
    for (const QWidget *card : cards() | std::views::reverse) {
        if (auto *button = card->findChild<QToolButton *>(name.toString()))
            return button;
    }
    return nullptr;
}

void Notices::showActions()
{
    const QToolButton *offer = newestButton(offerButton);
    const QString words = offer ? offer->text() : QString();
    if (m_take.data().toString() != words)
        m_take.setData(words);
    m_take.setEnabled(offer != nullptr);
    m_close.setEnabled(newestButton(closeButton) != nullptr);
    tellKeys();
}

/// The keys stand on the buttons that they press.
void Notices::tellKeys()
{
    const auto tell = [this](QAnyStringView name, const QString &words) {
        const QToolButton *newest = newestButton(name);
        for (QToolButton *button : findChildren<QToolButton *>(name.toString()))
            button->setToolTip(button == newest ? words : QString());
    };
    tell(offerButton, m_take.toolTip());
    tell(closeButton, m_close.toolTip());
}

/// Before the one that keeps the key, else behind all.
int Notices::placeOf(const Notice &notice) const
{
    const auto present = cards();
    const auto keeper = std::ranges::find_if(present, [&](const QWidget *card) {
        return !notice.keyKeptBy.isEmpty() && card->property("topic").toString() == notice.keyKeptBy;
    });
    return static_cast<int>(keeper - present.begin());
}

/// One card for each topic, and for what is said twice; the oldest gives way, problems last.
void Notices::makeRoom(const Notice &notice)
{
    dismiss(notice.topic);
    for (QWidget *card : cards()) {
        if (card->accessibleName() == notice.text)
            discard(card);
    }
    const auto leaving = [this] {
        auto present = cards();
        std::erase_if(present, [](const QWidget *card) { return card->property("stays").toBool(); });
        return present;
    };
    for (auto present = leaving(); cards().size() >= mostCards && !present.empty(); present = leaving()) {
        const auto info = std::ranges::find_if(
            present, [](const QWidget *card) { return !card->property("problem").toBool(); });
        discard(info == present.end() ? present.front() : *info);
    }
}

QFrame *Notices::makeCard(const Notice &notice)
{
    const bool problem = notice.level == Notice::Level::Problem;
    auto *card = new QFrame(this);
    card->setAccessibleName(notice.text);
    card->setProperty("topic", notice.topic);
    card->setProperty("problem", problem);
    card->setProperty("stays", notice.stays);
    card->setFrameShape(QFrame::StyledPanel);
    card->setAutoFillBackground(true);
    card->setBackgroundRole(QPalette::ToolTipBase);
    card->setForegroundRole(QPalette::ToolTipText);
    auto *layout = new QHBoxLayout(card);
    layout->setContentsMargins(10, 8, 6, 8);
    auto *shape = new QLabel(card);
    shape->setObjectName(u"noticeShape"_s);
    const auto paintShape = [this, shape, problem] {
        shape->setPixmap(iconOf(problem ? State::Failed : State::Ready, m_theme.isDark()).pixmap(16, 16));
    };
    paintShape();
    connect(&m_theme, &Theme::changed, shape, paintShape);
    auto *label = new QLabel(notice.text, card);
    label->setObjectName(u"noticeText"_s);
    label->setForegroundRole(QPalette::ToolTipText);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addLayout(besideFirstLine(shape, label), 1);
    auto *offers = new QHBoxLayout;
    layout->addLayout(offers);
    if (notice.action) {
        auto *act = new QToolButton(card);
        act->setObjectName(offerButton);
        act->setText(notice.actionText);
        wearButtonLook(act, m_theme, Ground::Card);
        connect(act, &QToolButton::clicked, card, [card = QPointer(card), action = notice.action] {
            action();
            if (card) // a question that the action asked may have outlasted it
                card->deleteLater();
        });
        offers->addWidget(act);
    }
    if (!notice.kubectl.isEmpty()) {
        auto *copy = new QToolButton(card);
        copy->setObjectName(u"noticeKubectl"_s);
        copy->setText(tr("Copy kubectl"));
        copy->setToolTip(tip(text(utf8(notice.kubectl))));
        wearButtonLook(copy, m_theme, Ground::Card);
        connect(copy, &QToolButton::clicked, card,
            [line = notice.kubectl] { QApplication::clipboard()->setText(line); });
        offers->addWidget(copy);
    }
    if (notice.stays)
        return card;
    auto *close = new QToolButton(card);
    close->setObjectName(closeButton);
    close->setText(u"×"_s);
    close->setAccessibleName(tr("Close"));
    close->setAutoRaise(true);
    connect(close, &QToolButton::clicked, card, &QObject::deleteLater);
    layout->addWidget(close);
    return card;
}

QString Notices::newest() const
{
    const auto labels = findChildren<QLabel *>(u"noticeText"_s);
    return labels.isEmpty() ? QString() : labels.last()->text();
}

void Notices::place()
{
    showActions();
    if (m_cards->count() == 0)
        return hide();
    const QWidget *window = parentWidget();
    const int width = std::min(static_cast<int>(textScaled(cardWidth)), window->width() - 2 * distance);
    const int height =
        m_cards->heightForWidth(width) > 0 ? m_cards->heightForWidth(width) : m_cards->sizeHint().height();
    setGeometry(window->width() - width - distance, window->height() - height - aboveBottom, width, height);
    raise();
}

bool Notices::eventFilter(QObject *object, QEvent *event)
{
    const bool mayHide = event->type() == QEvent::LayoutRequest; // panels that come to the front
    if ((event->type() == QEvent::Resize || mayHide) && isVisible())
        place();
    return QWidget::eventFilter(object, event);
}

} // namespace ui
