// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/cards.h"

#include "ui/inspector/richtext.h"
#include "ui/models/columns.h"

#include <QCoreApplication>
#include <QGuiApplication>

#include <algorithm>
#include <ranges>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr double cardWash = 1.0 / 14;

struct CardWords {
    Q_DECLARE_TR_FUNCTIONS(ui::Next)
};

} // namespace

QString heading(const QString &words, const Theme &theme)
{
    return u"<p style=\"margin:14px 0 4px 0\"><b>%1</b></p>"_s.arg(colored(words, theme.color(Tone::Quiet)));
}

QString nextHeading(const ClusterView &cluster, const Theme &theme)
{
    return heading(cluster.isLost()
            ? CardWords::tr("As of %1:").arg(momentText(cluster.now(), cluster.present()))
            : CardWords::tr("What happens next"),
        theme);
}

QColor tint(const ClusterView &cluster, const Theme &theme, State state)
{
    if (cluster.isLost())
        return theme.color(State::Paused);
    return state == State::None ? theme.color(Tone::Accent) : theme.color(state);
}

QColor tint(const ClusterView &cluster, const Theme &theme, Tone tone)
{
    return theme.color(cluster.isLost() ? Tone::Quiet : tone);
}

QString bar(double share, const QColor &color, const Theme &theme)
{
    const int percent = std::clamp(qRound(share * 100), 1, 99);
    return u"<table width=\"100%\" cellspacing=\"0\" cellpadding=\"0\" style=\"margin-top:8px\"><tr>"
           "<td width=\"%1%\" bgcolor=\"%2\" style=\"font-size:3pt\">&nbsp;</td>"
           "<td width=\"%3%\" bgcolor=\"%4\" style=\"font-size:3pt\">&nbsp;</td></tr></table>"_s.arg(percent)
               .arg(color.name())
               .arg(100 - percent)
               .arg(theme.color(Tone::Hairline).name());
}

QString card(const QStringList &lines, const QString &below, const QColor &color)
{
    const QColor back = mixed(color, QGuiApplication::palette().color(QPalette::Base), cardWash);
    return u"<table width=\"100%\" cellspacing=\"0\" cellpadding=\"0\" style=\"margin-top:6px\"><tr>"
           "<td width=\"3\" bgcolor=\"%1\"></td><td bgcolor=\"%2\" style=\"padding:8px 10px\">"
           "<p style=\"margin:0; line-height:120%\">%3</p>%4</td></tr></table>"_s.arg(
               color.name(), back.name(), lines.join(u"<br>"_s), below);
}

QStringList cardColors(const Theme &theme)
{
    const QColor base = QGuiApplication::palette().color(QPalette::Base);
    QStringList names;
    const auto add = [&](const QColor &color) {
        names << color.name() << mixed(color, base, cardWash).name();
    };
    for (int state = 0; state < stateCount; ++state)
        add(theme.color(static_cast<State>(state)));
    for (const Tone tone : {Tone::Quiet, Tone::Accent, Tone::Hairline, Tone::Warning, Tone::Problem})
        add(theme.color(tone));
    return names;
}

QString markedLine(const QString &mark, const QColor &color, const QString &html)
{
    return u"<p style=\"margin:4px 0\">%1 %2</p>"_s.arg(colored(mark, color), html);
}

QString forecastHtml(const std::vector<ForecastRow> &rows, const Theme &theme)
{
    if (rows.empty())
        return {};
    QString html;
    for (const ForecastRow &row : rows) {
        html +=
            u"<tr><td style=\"padding:2px 14px 2px 0\">%1</td><td style=\"padding:2px 0\">%2 %3</td></tr>"_s
                .arg(colored(row.when.toHtmlEscaped(), theme.color(Tone::Quiet)),
                    colored(row.mark, theme.color(row.state)), row.html);
    }
    return heading(CardWords::tr("Then, as forecast"), theme)
        + u"<table cellspacing=\"0\" style=\"margin-top:4px\">%1</table>"_s.arg(html);
}

QString notReadyWords(const ClusterView &cluster, const core::api::Node &node)
{
    const core::api::NodeCondition *ready = node.condition("Ready");
    if (!ready || ready->status == "True")
        return {};
    const QString words = CardWords::tr("Node reports Ready=%1").arg(escaped(ready->status));
    return ready->lastTransitionTime
        ? CardWords::tr("%1 since %2").arg(words, momentText(*ready->lastTransitionTime, cluster.now()))
        : words;
}

QString faultWords(const ClusterView &cluster, const core::api::Node &node)
{
    const QString fault = faultText(node, cluster.now());
    if (fault.isEmpty())
        return {};
    const QString words = CardWords::tr("Fault <i>%1</i> is on its node").arg(fault.toHtmlEscaped());
    const auto marks = std::views::reverse(cluster.health().marks());
    const auto put = std::ranges::find_if(marks, [&](const Mark &mark) {
        return mark.kind == Mark::Kind::Fault && mark.subject == node.metadata.name;
    });
    return put == marks.end() ? words
                              : CardWords::tr("%1 since %2").arg(words, momentText(put->at, cluster.now()));
}

} // namespace ui
