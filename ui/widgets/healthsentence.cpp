// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/healthsentence.h"

#include "ui/textsize.h"

#include <QHBoxLayout>
#include <QPainter>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr double numberSize = 12.0 / 9; // of the size of the words
constexpr int sentenceGap = 5; // px

/// What one number counts: the states, the word behind it, and the filter that shows those machines.
struct Part {
    std::vector<State> states; ///< the first one's shape stands before the number; none: all machines
    QString word;
    QString filter;
};

std::vector<Part> parts(int machines)
{
    return {
        {{}, HealthSentence::tr("machines", "after their number", machines), {}},
        {{State::Ready}, wordOf(State::Ready), u"health=ready !notready"_s},
        {{State::NotReady}, wordOf(State::NotReady), u"health=notready"_s},
        {{State::Unknown}, wordOf(State::Unknown), u"health=unknown"_s},
        {{State::Failed}, wordOf(State::Failed), u"phase=failed"_s},
        {{State::Provisioning, State::Provisioned},
            HealthSentence::tr("booting", "after a number of machines"), u"phase=provision"_s},
        {{State::Deleting}, HealthSentence::tr("deleting", "after a number of machines"),
            u"phase=deleting"_s},
    };
}

int countOf(const SetTally &tally, const Part &part)
{
    if (part.states.empty())
        return tally.total();
    int count = 0;
    for (const State state : part.states)
        count += tally.of(state);
    return count;
}

} // namespace

class HealthSentence::Count : public QAbstractButton
{
public:
    Count(const Theme &theme, const QString &tip, QWidget *parent)
        : QAbstractButton(parent)
        , m_theme(theme)
        , m_tip(tip)
    {
        setFocusPolicy(Qt::TabFocus);
        setCursor(Qt::PointingHandCursor);
    }

    void set(int number, const QString &word, State state)
    {
        const QString numberText = u"%L1"_s.arg(number);
        if (numberText == m_number && word == m_word)
            return;
        m_number = numberText;
        m_word = word;
        m_state = state;
        setAccessibleName(m_number + u' ' + m_word);
        setToolTip(accessibleName() + u'\n' + m_tip);
        showText();
    }

    /// A state in which no machine is is not told.
    void setTold(bool isTold) { m_isTold = isTold; }
    bool isTold() const { return m_isTold; }

    /// A brief count has its word only in the tool tip.
    void setBrief(bool isBrief)
    {
        if (std::exchange(m_isBrief, isBrief) != isBrief)
            showText();
    }

    /// Greys what was true before the connection was lost.
    void setOld(bool isOld)
    {
        if (std::exchange(m_isOld, isOld) != isOld)
            update();
    }

    int widthOf(bool isBrief) const
    {
        const int word = isBrief ? 0 : sentenceGap + fontMetrics().horizontalAdvance(m_word);
        return shapeWidth() + QFontMetrics(enlarged(numberSize, true)).horizontalAdvance(m_number) + word
            + 2 * sentenceGap;
    }

    QSize sizeHint() const override
    {
        return {widthOf(m_isBrief), QFontMetrics(enlarged(numberSize, true)).height() + 6};
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        if (hasFocus() || underMouse()) {
            painter.setPen(m_theme.color(hasFocus() ? Tone::Accent : Tone::Hairline));
            painter.drawRoundedRect(rect().adjusted(0, 0, -1, -1), 4, 4);
        }
        QRect rest = rect().adjusted(sentenceGap, 0, -sentenceGap, 0);
        if (m_state != State::None) {
            const int side = shapeWidth() - sentenceGap;
            paintShape(painter, QRectF(rest.left(), rest.center().y() - side / 2.0 + 1, side, side), m_state,
                m_theme.color(m_isOld ? State::Paused : m_state));
            rest.setLeft(rest.left() + shapeWidth());
        }
        const QFont numberFont = enlarged(numberSize, true);
        const QFontMetrics big(numberFont);
        const int baseline = rest.center().y() + big.ascent() / 2 - 1;
        painter.setPen(palette().color(QPalette::WindowText));
        painter.setFont(numberFont);
        painter.drawText(rest.left(), baseline, m_number);
        if (m_isBrief)
            return;
        painter.setFont(font());
        painter.drawText(rest.left() + big.horizontalAdvance(m_number) + sentenceGap, baseline, m_word);
    }

private:
    void showText()
    {
        setText(m_isBrief ? m_number : accessibleName());
        updateGeometry();
        update();
    }

    int shapeWidth() const { return m_state == State::None ? 0 : fontMetrics().ascent() + sentenceGap - 2; }

    const Theme &m_theme;
    QString m_number;
    QString m_word;
    State m_state = State::None;
    const QString m_tip;
    bool m_isTold = false;
    bool m_isOld = false;
    bool m_isBrief = false;
};

HealthSentence::HealthSentence(const ClusterView &cluster, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_theme(theme)
    , m_line(new QHBoxLayout(this))
{
    setObjectName(u"sentence"_s);
    m_line->setContentsMargins(10, 0, 0, 0);
    m_line->setSpacing(4);
    for (const Part &part : parts(0))
        m_counts.push_back(add(part.filter));
    show(Family::MachineApi);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

HealthSentence::Count *HealthSentence::add(const QString &filter)
{
    const QString tip = filter.isEmpty() ? tr("Show all machines") : tr("Show these machines alone");
    auto *count = new Count(m_theme, tip, this);
    m_line->addWidget(count);
    connect(count, &QAbstractButton::clicked, this, [this, filter] { emit filterAsked(filter); });
    return count;
}

void HealthSentence::show(Family family)
{
    const SetTally &tally = m_cluster.fleet(family);
    const bool isUnread = m_cluster.isUnread(family == Family::Mcm ? Kind::McmMachine : Kind::Machine);
    const auto all = parts(tally.total());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const int count = countOf(tally, all[i]);
        m_counts[i]->set(count, all[i].word, all[i].states.empty() ? State::None : all[i].states.front());
        m_counts[i]->setOld(m_cluster.isLost());
        m_counts[i]->setTold(count > 0 || (i < 2 && !isUnread));
    }
    showCounts();
}

/// How many there are at all is said by the others together.
void HealthSentence::showCounts()
{
    for (Count *count : m_counts) {
        count->setBrief(m_isBrief);
        count->setVisible(count->isTold() && !(m_isBrief && count == m_counts.front()));
    }
}

void HealthSentence::setBrief(bool isBrief)
{
    m_isBrief = isBrief;
    showCounts();
}

int HealthSentence::savedWhenBrief() const
{
    int saved = m_counts.front()->widthOf(true) + m_line->spacing();
    for (const Count *count : m_counts)
        saved += count->isTold() ? count->widthOf(false) - count->widthOf(true) : 0;
    return saved;
}

QString HealthSentence::words() const
{
    QStringList words;
    for (const Count *count : m_counts) {
        if (count->isTold())
            words.append(count->accessibleName());
    }
    return words.join(u", "_s);
}

} // namespace ui
