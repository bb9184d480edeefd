// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the first measure found, variant by variant: a dot each, a hollow one for what had not recovered by
// the end, a line for the median, another for the p95.

#include "ui/experiments/variants.h"
#include "ui/theme.h"

#include <QWidget>

namespace ui {

class DotChart : public QWidget
{
    Q_OBJECT

public:
    DotChart(const Variants &variants, const Theme &theme, QWidget *parent = nullptr);

    void choose(std::optional<std::size_t> variant);

    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override;

signals:
    void chosenByUser(std::size_t variant);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    core::experiment::Measure measure() const;
    QRectF plot() const;
    /// The room below the plot for names of so many lines.
    double below(std::size_t lines) const;
    QRectF columnOf(std::size_t variant) const;
    std::optional<std::size_t> variantAt(QPointF position) const;
    double yOf(double value) const;
    const std::vector<double> &openIn(const core::experiment::Summary &summary) const;
    void paintScale(QPainter &painter) const;
    void paintVariant(QPainter &painter, std::size_t variant) const;
    void paintName(QPainter &painter, std::size_t variant) const;
    bool namesFitOneLine() const;
    void measureScale();

    const Variants &m_variants;
    const Theme &m_theme;
    std::optional<std::size_t> m_chosen;
    double m_least = 0;
    double m_most = 1;
    double m_step = 1;
    bool m_isEachValueALine = false; ///< of a variant's name, below its column
};

} // namespace ui
