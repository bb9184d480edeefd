// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/welcome.h"

#include "ui/widgets/buttonlook.h"

#include <QAccessible>
#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int welcomeWidth = 440; // px
constexpr int aroundWelcome = 16; // from the window's edges
constexpr double welcomeTitle = 4.0 / 3; // of the letters' size

} // namespace

Welcome::Welcome(QAction &tour, QAction &clusters, const Theme &theme, QWidget *window)
    : QFrame(window)
    , m_offers(new QHBoxLayout)
{
    setObjectName(u"welcome"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    auto *title = new QLabel(tr("Welcome to Hollow Lab"), this);
    auto *words = new QLabel(tr("Watch machines fail and heal. Everything runs in this program: no "
                                "containers, no network, no account. Six steps show how."),
        this);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * welcomeTitle);
    large.setBold(true);
    title->setFont(large);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 16);
    layout->setSpacing(10);
    for (QLabel *label : {title, words}) {
        label->setWordWrap(true);
        label->setForegroundRole(QPalette::ToolTipText);
        layout->addWidget(label);
    }
    layout->addLayout(m_offers);
    addOffer(u"takeTour"_s, tr("Take the tour"), &tour);
    addOffer(u"openCluster"_s, tr("Open a real cluster…"), &clusters);
    m_offers->addStretch(1);
    addOffer(u"closeWelcome"_s, tr("Close"), nullptr);
    wearButtonLook(this, theme);
    setAccessibleName(title->text() + u'\n' + words->text());
    window->installEventFilter(this);
    place();
    show();
    raise();
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void Welcome::addOffer(const QString &name, const QString &text, QAction *action)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(name);
    m_offers->addWidget(button);
    connect(button, &QPushButton::clicked, this, &Welcome::leave);
    if (!action)
        return;
    button->setEnabled(action->isEnabled());
    button->setToolTip(action->toolTip());
    connect(action, &QAction::enabledChanged, button, &QPushButton::setEnabled);
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
}

void Welcome::leave()
{
    close();
    emit left();
}

/// In the middle of the window.
void Welcome::place()
{
    ensurePolished();
    const QRect room = parentWidget()->rect();
    const int wanted = std::max(welcomeWidth, layout()->minimumSize().width());
    const int width = std::min(wanted, room.width() - 2 * aroundWelcome);
    QRect rect(0, 0, width, layout()->totalHeightForWidth(width));
    rect.moveCenter(room.center());
    setGeometry(rect);
}

bool Welcome::eventFilter(QObject *object, QEvent *event)
{
    if (object == parentWidget() && event->type() == QEvent::Resize)
        place();
    return QFrame::eventFilter(object, event);
}

void Welcome::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape)
        return QFrame::keyPressEvent(event);
    leave();
}

} // namespace ui
