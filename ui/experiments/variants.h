// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The variants of an experiment as a table: what they vary, and what was measured of each so far.

#include "core/experiment/summary.h"

#include <QAbstractTableModel>

namespace ui {

class Variants : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr int sortRole = Qt::UserRole; ///< numbers, for the order

    using QAbstractTableModel::QAbstractTableModel;

    void show(core::experiment::Experiment experiment);
    void add(const std::vector<core::experiment::Run> &runs);
    /// Forgets what was measured.
    void clear();

    const core::experiment::Experiment &experiment() const { return m_experiment; }
    const std::vector<core::experiment::Summary> &summaries() const { return m_summaries; }
    const std::vector<core::experiment::Run> &runs() const { return m_runs; }
    /// A line for each run: its values, its seed, what was measured.
    QString csv() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void measured();

private:
    /// A column behind those of the variations.
    struct Figure {
        enum class Kind { Typical, P95, Open };
        core::experiment::Measure measure;
        Kind kind = Kind::Typical;
    };

    std::optional<core::experiment::Estimate> valueOf(std::size_t variant, const Figure &figure) const;
    QString titleOfFigure(std::size_t column) const;
    static QString tipOfFigure(const Figure &figure);
    int variationCount() const { return static_cast<int>(m_experiment.variations.size()); }

    core::experiment::Experiment m_experiment;
    std::vector<Figure> m_figures;
    std::vector<core::experiment::Summary> m_summaries;
    std::vector<core::experiment::Run> m_runs;
};

} // namespace ui
