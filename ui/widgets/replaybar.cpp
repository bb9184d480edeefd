// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/replaybar.h"

#include "ui/format.h"
#include "ui/replay.h"
#include "ui/textsize.h"
#include "ui/widgets/buttonlook.h"
#include "ui/widgets/elidedlabel.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::api::Time;

namespace {

constexpr int linesHeld = 2; // whether the caption fills them or not
constexpr int progressHeight = 4; // px
constexpr int markHeight = 10;

} // namespace

ReplayBar::ReplayBar(Replay &replay, const Theme &theme, QWidget *parent)
    : QFrame(parent)
    , m_replay(replay)
    , m_theme(theme)
    , m_title(new ElidedLabel(this))
    , m_caption(new QLabel(this))
    , m_speed(new QLabel(this))
{
    setObjectName(u"replayBar"_s);
    m_title->setObjectName(u"replayTitle"_s);
    m_title->setForegroundRole(QPalette::PlaceholderText);
    m_caption->setObjectName(u"replayCaption"_s);
    m_caption->setTextFormat(Qt::PlainText);
    m_caption->setWordWrap(true);
    m_caption->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_caption->setFont(enlarged(captionTimes));
    m_speed->setObjectName(u"replaySpeed"_s);
    auto *head = new QHBoxLayout;
    head->setSpacing(4);
    head->addWidget(m_title, 1);
    m_slower = addButton(head, u"replaySlower", u"−"_s, tr("Slower"));
    head->addWidget(m_speed);
    m_faster = addButton(head, u"replayFaster", u"+"_s, tr("Faster"));
    m_pause = addButton(head, u"replayPause", {}, {});
    m_next =
        addButton(head, u"replayNext", tr("Next mark"), tr("Go to where something happens next, and wait"));
    auto *live =
        addButton(head, u"replayEnd", tr("Back to live"), tr("End the replay: show what happens now"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(14, 8, 10, 16);
    column->setSpacing(2);
    column->addLayout(head);
    column->addWidget(m_caption);
    wearButtonLook(this, theme);
    connect(m_slower, &QToolButton::clicked, &replay, &Replay::slower);
    connect(m_faster, &QToolButton::clicked, &replay, &Replay::faster);
    connect(m_pause, &QToolButton::clicked, &replay, &Replay::pauseOrGoOn);
    connect(m_next, &QToolButton::clicked, &replay, &Replay::nextMark);
    connect(live, &QToolButton::clicked, this, &ReplayBar::presentAsked);
    connect(&replay, &Replay::changed, this, &ReplayBar::showReplay);
    hide();
}

QToolButton *ReplayBar::addButton(
    QBoxLayout *line, const char16_t *name, const QString &text, const QString &tip)
{
    auto *button = new QToolButton(this);
    button->setObjectName(QString::fromUtf16(name));
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    line->addWidget(button);
    return button;
}

void ReplayBar::showReplay()
{
    setVisible(m_replay.isOn());
    if (!m_replay.isOn())
        return;
    m_title->setText(tr("REPLAY · recovery %1 · %2").arg(m_replay.episode()).arg(clockText(m_replay.at())));
    m_caption->setText(m_replay.caption());
    holdRoom();
    m_speed->setText(paceText(m_replay.speed()));
    m_slower->setEnabled(m_replay.speed() > Replay::speeds.front());
    m_faster->setEnabled(m_replay.speed() < Replay::speeds.back());
    m_next->setEnabled(!m_replay.isOver());
    const QString pause = m_replay.isPlaying() ? tr("Pause")
        : m_replay.isOver()                    ? tr("Again")
                                               : tr("Continue");
    m_pause->setText(pause);
    m_pause->setToolTip(pause);
    update();
}

/// What is below does not move while captions of one line and of several follow each other.
void ReplayBar::holdRoom()
{
    if (!isVisible())
        return;
    const QMargins around = layout()->contentsMargins();
    const QRect room(0, 0, width() - around.left() - around.right(), QWIDGETSIZE_MAX);
    const QFontMetrics metrics = m_caption->fontMetrics();
    int height = 0;
    for (const QString &caption : m_replay.captions())
        height = std::max(height, metrics.boundingRect(room, Qt::TextWordWrap, caption).height());
    m_caption->setMinimumHeight(std::min(height, linesHeld * metrics.lineSpacing()));
}

void ReplayBar::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    m_caption->setFont(enlarged(captionTimes));
    holdRoom();
}

void ReplayBar::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    holdRoom();
}

/// The tint of the past, how far the replay is, and its marks.
void ReplayBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QColor past = m_theme.color(Tone::Past);
    painter.fillRect(rect(), mixed(past, palette().color(QPalette::Base), 1.0 / 7));
    if (!m_replay.isOn())
        return;
    const std::chrono::duration<double> whole = m_replay.end() - m_replay.begin();
    const auto x = [&](Time at) {
        const std::chrono::duration<double> passed = at - m_replay.begin();
        return whole.count() > 0 ? std::clamp(passed / whole, 0.0, 1.0) * width() : 0.0;
    };
    painter.fillRect(
        QRectF(0, height() - progressHeight, width(), progressHeight), m_theme.color(Tone::Hairline));
    painter.fillRect(QRectF(0, height() - progressHeight, x(m_replay.at()), progressHeight), past);
    for (const StoryMark &mark : m_replay.marks()) {
        const double left = std::min(x(mark.at), width() - 2.0);
        painter.fillRect(QRectF(left, height() - markHeight, 2, markHeight), palette().color(QPalette::Text));
    }
}

} // namespace ui
