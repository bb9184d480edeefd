// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fleet/wallbar.h"

#include "ui/widgets/buttonlook.h"
#include "ui/widgets/healthsentence.h"
#include "ui/widgets/segments.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {
constexpr int legendGap = 6; // px, between a colour and its words
constexpr int legendStep = 14; // px, between two of them
constexpr State toldStates[] {
    State::Ready, State::Provisioned, State::NotReady, State::Unknown, State::Deleting};

/// As the sentence of health has it.
QString toldWord(State state)
{
    if (state == State::Provisioned)
        return HealthSentence::tr("booting", "after a number of machines");
    return state == State::Deleting ? HealthSentence::tr("deleting", "after a number of machines")
                                    : wordOf(state);
}
} // namespace

/// The colours with their words, as many as have room; those of states with their shapes, which small tiles
/// have no room for.
class Legend : public QWidget
{
public:
    explicit Legend(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
    {
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    }

    void explain(ColorBy colorBy)
    {
        m_colorBy = colorBy;
        QStringList words;
        for (const Shade &shade : shades())
            words.append(shade.words);
        setAccessibleName(words.join(u", "_s));
        setToolTip(words.join(u", "_s));
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const int side = fontMetrics().ascent();
        int left = 0;
        const std::vector<Shade> told = shades();
        for (std::size_t i = 0; i < told.size(); ++i) {
            const Shade &shade = told[i];
            const int words = fontMetrics().horizontalAdvance(shade.words);
            if (left + side + legendGap + words > width())
                return;
            const QRect square =
                QStyle::visualRect(layoutDirection(), rect(), {left, (height() - side) / 2, side, side});
            if (m_colorBy == ColorBy::State)
                paintShape(painter, square, toldStates[i], shade.color);
            else
                painter.fillRect(square, shade.color);
            painter.setPen(m_theme.color(Tone::Quiet));
            painter.drawText(QStyle::visualRect(layoutDirection(), rect(),
                                 {left + side + legendGap, 0, words + 1, height()}),
                static_cast<int>(Qt::AlignVCenter) | Qt::TextSingleLine, shade.words);
            left += side + legendGap + words + legendStep;
        }
    }

private:
    std::vector<Shade> shades() const
    {
        if (m_colorBy != ColorBy::State)
            return shadesOf(m_colorBy, m_theme, palette().color(QPalette::Base));
        std::vector<Shade> states;
        for (const State state : toldStates)
            states.push_back({m_theme.color(state), toldWord(state)});
        return states;
    }

    const Theme &m_theme;
    ColorBy m_colorBy = ColorBy::State;
};

WallBar::WallBar(const Theme &theme, QWidget *parent) : QWidget(parent), m_legend(new Legend(theme, this))
{
    auto *groups = new Segments(this);
    groups->setObjectName(u"groupBy"_s);
    m_legend->setObjectName(u"wallLegend"_s);
    m_legend->explain(ColorBy::State);
    groups->add(u"bySetAndZone"_s, tr("Set, zone"), tr("A group for each zone of a set"));
    groups->add(u"bySet"_s, tr("Set"), tr("A group for each set"));
    groups->add(u"byZone"_s, tr("Zone"), tr("A group for each zone"));
    groups->add(u"byHealthCheck"_s, tr("Health check"), tr("A group for each health check"));
    auto *colors = new Segments(this);
    colors->setObjectName(u"colorBy"_s);
    colors->add(u"colorByState"_s, tr("State"), tr("The colour of a tile is that of its machine's state"));
    colors->add(u"colorByInterruptions"_s, tr("Last 10 min"),
        tr("The colour of a tile tells how often its node has failed in 10 minutes"));
    colors->add(u"colorByAge"_s, tr("Age"), tr("The colour of a tile tells how new its machine is"));
    auto *lines = new QGridLayout(this);
    lines->setContentsMargins(14, 2, 14, 2);
    lines->setVerticalSpacing(2);
    lines->setColumnStretch(2, 1);
    lines->addWidget(new QLabel(tr("Group by"), this), 0, 0);
    lines->addWidget(groups, 0, 1, 1, 2, Qt::AlignLeft);
    lines->addWidget(new QLabel(tr("Colour by"), this), 1, 0);
    lines->addWidget(colors, 1, 1, Qt::AlignLeft);
    lines->addWidget(m_legend, 1, 2);
    wearButtonLook(this, theme);
    connect(
        groups, &Segments::chosenByUser, this, [this](int choice) { emit groupByChosen(GroupBy(choice)); });
    connect(colors, &Segments::chosenByUser, this, [this](int choice) {
        m_legend->explain(ColorBy(choice));
        emit colorByChosen(ColorBy(choice));
    });
    connect(&theme, &Theme::changed, m_legend, qOverload<>(&QWidget::update));
}

} // namespace ui
