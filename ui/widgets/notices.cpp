// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/notices.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QTimer>
#include <QToolButton>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int mostCards = 3;
constexpr int cardWidth = 400;
constexpr int distance = 12; // from the window's edge
constexpr int aboveBottom = 34; // clear of the status bar

} // namespace

Notices::Notices(const Theme &theme, QWidget *window)
    : QWidget(window)
    , m_theme(theme)
    , m_cards(new QVBoxLayout(this))
{
    setObjectName(u"notices"_s);
    m_cards->setContentsMargins(0, 0, 0, 0);
    m_cards->setSpacing(6);
    window->installEventFilter(this);
    hide();
}

void Notices::show(const Notice &notice)
{
    while (m_cards->count() >= mostCards)
        delete m_cards->itemAt(0)->widget();
    QFrame *card = makeCard(notice);
    m_cards->addWidget(card);
    connect(card, &QObject::destroyed, this, [this] { QTimer::singleShot(0, this, &Notices::place); });
    if (notice.seconds > 0)
        QTimer::singleShot(notice.seconds * 1000, card, &QObject::deleteLater);
    QWidget::show();
    place();
    QAccessibleEvent alert(card, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

QFrame *Notices::makeCard(const Notice &notice)
{
    const bool problem = notice.level == Notice::Level::Problem;
    auto *card = new QFrame(this);
    card->setAccessibleName(notice.text);
    card->setFrameShape(QFrame::StyledPanel);
    card->setAutoFillBackground(true);
    card->setBackgroundRole(QPalette::ToolTipBase);
    card->setForegroundRole(QPalette::ToolTipText);
    auto *layout = new QHBoxLayout(card);
    layout->setContentsMargins(10, 8, 6, 8);
    auto *shape = new QLabel(card);
    shape->setPixmap(iconOf(problem ? State::Failed : State::Ready, m_theme.isDark()).pixmap(16, 16));
    auto *label = new QLabel(notice.text, card);
    label->setObjectName(u"noticeText"_s);
    label->setForegroundRole(QPalette::ToolTipText);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(shape, 0, Qt::AlignTop);
    layout->addWidget(label, 1);
    if (notice.action) {
        auto *act = new QToolButton(card);
        act->setObjectName(u"noticeAction"_s);
        act->setText(notice.actionText);
        connect(act, &QToolButton::clicked, card, [card, action = notice.action] {
            action();
            card->deleteLater();
        });
        layout->addWidget(act);
    }
    auto *close = new QToolButton(card);
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
    if (m_cards->count() == 0)
        return hide();
    const QWidget *window = parentWidget();
    const int width = std::min(cardWidth, window->width() - 2 * distance);
    const int height =
        m_cards->heightForWidth(width) > 0 ? m_cards->heightForWidth(width) : m_cards->sizeHint().height();
    setGeometry(window->width() - width - distance, window->height() - height - aboveBottom, width, height);
    raise();
}

bool Notices::eventFilter(QObject *object, QEvent *event)
{
    if (event->type() == QEvent::Resize && isVisible())
        place();
    return QWidget::eventFilter(object, event);
}

} // namespace ui
