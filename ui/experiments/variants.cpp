// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/variants.h"

#include "core/base/displaytext.h"
#include "ui/experiments/words.h"
#include "ui/format.h"

#include <cstdlib>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::experiment::Estimate;
using core::experiment::Experiment;
using core::experiment::Measure;
using core::experiment::Run;

namespace {

/// A column is no wider than its words need: the title breaks where its lines differ least.
QString inTwoLines(QString title)
{
    qsizetype best = -1;
    for (qsizetype at = title.indexOf(u' '); at >= 0; at = title.indexOf(u' ', at + 1)) {
        if (best < 0 || std::abs(2 * at - title.size()) < std::abs(2 * best - title.size()))
            best = at;
    }
    if (best >= 0)
        title[best] = u'\n';
    return title;
}

/// A cell of CSV.
QString secondsText(const std::vector<double> &seconds)
{
    QStringList all;
    for (const double each : seconds)
        all.append(QString::number(each, 'f', 3));
    return all.join(u' ');
}

} // namespace

void Variants::show(Experiment experiment)
{
    beginResetModel();
    m_experiment = std::move(experiment);
    m_figures.clear();
    for (const Measure measure : m_experiment.measures) {
        m_figures.push_back({measure});
        if (measure == Measure::Recovery || measure == Measure::Length)
            m_figures.push_back({measure, Figure::Kind::P95});
        if (measure == Measure::Recovery)
            m_figures.push_back({measure, Figure::Kind::Open});
    }
    m_summaries.assign(m_experiment.variants(), {});
    m_runs.clear();
    endResetModel();
    emit measured();
}

void Variants::clear()
{
    if (m_experiment.measures.empty())
        return;
    m_summaries.assign(m_experiment.variants(), {});
    m_runs.clear();
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit measured();
}

void Variants::add(const std::vector<Run> &runs)
{
    const std::size_t before = m_runs.size();
    for (const Run &run : runs) {
        if (run.variant < m_summaries.size()) {
            m_summaries[run.variant].add(run);
            m_runs.push_back(run);
        }
    }
    if (m_runs.size() == before)
        return;
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit measured();
}

QString Variants::csv() const
{
    QStringList head;
    for (const auto &variation : m_experiment.variations)
        head.append(raw(core::base::csvCell(variation.name)));
    head.append({u"seed"_s, u"recovery_seconds"_s, u"not_recovered_seconds"_s, u"ready"_s, u"replaced"_s,
        u"replaced_needlessly"_s, u"length_seconds"_s, u"failure"_s});
    QString all = head.join(u',') + u'\n';
    for (const Run &run : m_runs) {
        QStringList line;
        for (const core::api::Json &value : m_experiment.valuesOf(run.variant))
            line.append(raw(core::base::csvCell(core::experiment::valueText(value))));
        line.append({QString::number(run.seed), secondsText(valuesOf(run, Measure::Recovery)),
            secondsText(openOf(run)), run.ready ? QString::number(*run.ready, 'f', 6) : QString(),
            QString::number(run.replaced), QString::number(run.replacedNeedlessly),
            QString::number(valuesOf(run, Measure::Length).front(), 'f', 3),
            raw(core::base::csvCell(run.failure.text))});
        all += line.join(u',') + u'\n';
    }
    return all;
}

int Variants::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_summaries.size());
}

int Variants::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : variationCount() + static_cast<int>(m_figures.size());
}

std::optional<Estimate> Variants::valueOf(std::size_t variant, const Figure &figure) const
{
    const auto &summary = m_summaries[variant];
    switch (figure.kind) {
    case Figure::Kind::Typical:
        return summary.typical(figure.measure);
    case Figure::Kind::P95:
        return summary.p95(figure.measure);
    case Figure::Kind::Open:
        break;
    }
    return summary.runs() > 0 ? std::optional<Estimate>(static_cast<double>(summary.open().size()))
                              : std::nullopt;
}

QVariant Variants::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            Qt::AlignVCenter | (index.column() < variationCount() ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole && role != sortRole)
        return {};
    const auto variant = static_cast<std::size_t>(index.row());
    if (index.column() < variationCount()) {
        if (role == sortRole)
            return index.row();
        return valueOfVariant(m_experiment.valuesOf(variant)[static_cast<std::size_t>(index.column())]);
    }
    const Figure &figure = m_figures[static_cast<std::size_t>(index.column() - variationCount())];
    const auto value = valueOf(variant, figure);
    if (role == sortRole)
        return value ? value->value : -1.0;
    const auto &summary = m_summaries[variant];
    if (summary.failed() > 0 && summary.failed() == summary.runs())
        return tr("failed");
    if (figure.kind == Figure::Kind::Open)
        return value ? countText(static_cast<std::int64_t>(value->value)) : u"–"_s;
    return figureText(value, figure.measure);
}

QString Variants::titleOfFigure(std::size_t column) const
{
    const Figure &figure = m_figures[column];
    switch (figure.kind) {
    case Figure::Kind::P95:
        return tr("p95");
    case Figure::Kind::Open:
        return tr("not recovered");
    case Figure::Kind::Typical:
        break;
    }
    const bool goesOn = figure.measure == Measure::ReplacedNeedlessly && column > 0
        && m_figures[column - 1].measure == Measure::Replaced;
    return goesOn ? tr("needlessly") : titleOf(figure.measure);
}

QString Variants::tipOfFigure(const Figure &figure)
{
    if (figure.kind == Figure::Kind::Open)
        return tr(
            "failures that were not over when their run was, in all runs together: they count among the "
            "recovery times for as long as they were watched, and as dots that are hollow");
    if (figure.measure == Measure::Recovery)
        return figure.kind == Figure::Kind::P95
            ? tr("of a hundred 95 took no longer; ≥: too many had not recovered to tell more")
            : tr("the median of all runs; ≥: too many had not recovered to tell more");
    if (figure.kind == Figure::Kind::P95)
        return tr("of a hundred 95 took no longer");
    return figure.measure == Measure::Length ? tr("the median of all runs") : tr("the mean of all runs");
}

QVariant Variants::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const bool isVariation = section < variationCount();
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignVCenter | (isVariation ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    if (isVariation) {
        const auto &variation = m_experiment.variations[static_cast<std::size_t>(section)];
        return role == Qt::ToolTipRole ? tip(raw(variation.name)) : text(variation.shortName());
    }
    const auto column = static_cast<std::size_t>(section - variationCount());
    const QString title = titleOfFigure(column);
    return role == Qt::DisplayRole ? inTwoLines(title) : title + u'\n' + tipOfFigure(m_figures[column]);
}

} // namespace ui
