// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/words.h"

#include "ui/format.h"
#include "ui/spoken.h"
#include "ui/timeline/recoverystory.h"

#include <QCoreApplication>
#include <QLocale>

#include <chrono>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::experiment::Estimate;
using core::experiment::Experiment;
using core::experiment::Measure;
using core::experiment::Standing;
using core::experiment::Summary;

namespace {

/// The texts of experiments stand in one place of the translations.
struct ExperimentWords {
    Q_DECLARE_TR_FUNCTIONS(Experiments)
};

constexpr double hundred = 100;

core::base::Duration durationOf(double seconds)
{
    return std::chrono::duration_cast<core::base::Duration>(std::chrono::duration<double>(seconds));
}

} // namespace

QString titleOf(Measure measure)
{
    switch (measure) {
    case Measure::Recovery:
        return ExperimentWords::tr("recovery time");
    case Measure::ReadyMachineHours:
        return ExperimentWords::tr("machine-hours Ready");
    case Measure::Replaced:
        return ExperimentWords::tr("replaced");
    case Measure::ReplacedNeedlessly:
        return ExperimentWords::tr("replaced needlessly");
    case Measure::Length:
        return ExperimentWords::tr("time taken");
    }
    return {};
}

QString figureText(const std::optional<Estimate> &figure, Measure measure)
{
    if (!figure)
        return u"–"_s;
    const double value = figure->value;
    switch (measure) {
    case Measure::Recovery:
        return (figure->isAtLeast ? u"≥\u00A0"_s : QString()) + tenthsText(durationOf(value));
    case Measure::Length:
        return durationText(durationOf(value));
    case Measure::ReadyMachineHours:
        return u"%1\u00A0%"_s.arg(QLocale().toString(value * hundred, 'f', 2));
    case Measure::Replaced:
    case Measure::ReplacedNeedlessly:
        return QLocale().toString(value, 'f', 1);
    }
    return {};
}

QString rateText(double aSecond)
{
    constexpr double leastASecond = 0.5;
    const bool isSlow = aSecond < leastASecond;
    const QString count =
        QLocale().toString(isSlow ? aSecond * 60 : aSecond, 'f', 1); // NOLINT(*-magic-numbers)
    return isSlow ? ExperimentWords::tr("%1 a minute").arg(count)
                  : ExperimentWords::tr("%1 a second").arg(count);
}

QString valueOfVariant(const core::api::Json &value)
{
    const std::string written = core::experiment::valueText(value);
    const auto duration = core::api::parseDuration(written);
    if (duration && written != "0") // which needs no unit
        return durationText(*duration);
    QString shown = text(written);
    if (shown.endsWith(u'%'))
        shown.insert(shown.size() - 1, QChar::Nbsp);
    return shown;
}

QString variantText(const Experiment &experiment, std::size_t variant)
{
    if (experiment.variations.empty())
        return ExperimentWords::tr("the scenario as it is");
    QStringList values;
    for (const core::api::Json &value : experiment.valuesOf(variant))
        values.append(valueOfVariant(value));
    return values.join(u" · "_s);
}

QString standingText(const Experiment &experiment, const std::vector<Summary> &summaries, std::size_t variant)
{
    const Measure first = experiment.measures.front();
    const Measure last = experiment.measures.back();
    const Standing standing = standingOf(summaries, variant, first, last);
    const auto name = [&](std::size_t i) { return variantText(experiment, i).toHtmlEscaped(); };
    const auto compared = [&](Measure measure) {
        const auto figure = [&](std::size_t i) { return figureText(summaries[i].typical(measure), measure); };
        return ExperimentWords::tr("%1 %2 instead of %3")
            .arg(titleOf(measure), figure(*standing.other), figure(variant));
    };
    if (standing.kind == Standing::Kind::Unknown)
        return {};
    const auto onFront = [&] {
        if (first == last)
            return ExperimentWords::tr("<b>%1 is the best:</b> no variant is better in %2.")
                .arg(name(variant), titleOf(first));
        return ExperimentWords::tr(
            "<b>%1 is on the front:</b> no variant is better in %2 without being worse in %3.")
            .arg(name(variant), titleOf(first), titleOf(last));
    };
    const QString verdict = standing.kind == Standing::Kind::Behind
        ? ExperimentWords::tr("<b>%1 is behind %2.</b>").arg(name(variant), name(*standing.other))
        : onFront();
    if (!standing.other)
        return verdict;
    QStringList figures {compared(first)};
    if (first != last)
        figures.append(compared(last));
    return verdict + u' '
        + ExperimentWords::tr("With %1: %2.").arg(name(*standing.other), figures.join(u", "_s));
}

QString extremesText(const Summary &summary)
{
    QStringList parts;
    if (const auto *run = summary.slowest())
        parts.append(ExperimentWords::tr("Slowest recovery: %1, with seed %2; most of it, %3, was %4.")
                         .arg(tenthsText(run->slowest->length))
                         .arg(run->seed)
                         .arg(tenthsText(run->slowest->stageLength), wordOf(run->slowest->stage)));
    if (!summary.open().empty())
        parts.append(ExperimentWords::tr("%Ln failures had not recovered when their run was over.", nullptr,
            static_cast<int>(summary.open().size())));
    if (const auto figure = summary.typical(Measure::Recovery); figure && figure->isAtLeast)
        parts.append(ExperimentWords::tr("It is not weighed: its median is not known."));
    if (const auto *run = summary.firstFailed())
        parts.append(ExperimentWords::tr(
                         "In %n runs the scenario did not hold;", nullptr, static_cast<int>(summary.failed()))
            + u' '
            + ExperimentWords::tr("with seed %1: %2")
                  .arg(run->seed)
                  .arg(spoken(run->failure).toHtmlEscaped()));
    return parts.join(u"<br>"_s);
}

} // namespace ui
