// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Light, dark, high contrast, or as the desktop has it. Widgets ask here for colours that mean something and
// never name one.

#include "ui/state.h"

#include <QObject>
#include <QPalette>

#include <optional>

namespace ui {

enum class Scheme { System, Light, Dark, Contrast };

/// What the desktop asks of all windows.
struct DesktopLook {
    std::optional<bool> isDark; ///< unset: it does not say
    bool hasHighContrast = false;
    bool isMotionReduced = false;

    bool operator==(const DesktopLook &) const = default;
};

/// Colours with a meaning of their own, beside those of the states.
enum class Tone {
    Lab, ///< the badge of the embedded cluster
    External, ///< the badge of somebody's real cluster
    OnBadge, ///< text on either badge
    Problem, ///< an error message
    Warning,
    Quiet, ///< secondary text, grid lines' labels
    Hairline,
    Flash, ///< behind a cell that has just changed
    Desired, ///< the line of wanted machines in a chart
    Hatch, ///< lines over a time of which nothing is known
    Accent, ///< what is chosen: bars, rings, links
    Selection, ///< behind what is chosen; what is written there keeps its colours
    Field, ///< behind what is typed, and behind keys
    Past, ///< frame, line and badge of a moment of the past; OnBadge is readable on it
};

class Theme : public QObject
{
    Q_OBJECT

public:
    explicit Theme(Scheme scheme, QObject *parent = nullptr);

    /// Sets the application's palette; the forced schemes bring our own style along, which also takes the
    /// place of Fusion: there the system scheme only decides between our light and dark palettes.
    void setScheme(Scheme scheme);
    /// What the system scheme stands for from now on. A native style follows the desktop by itself, but for
    /// high contrast.
    void followDesktop(const DesktopLook &look);
    bool isDark() const;
    QColor color(Tone tone) const;
    QColor color(State state) const { return colorOf(state, isDark()); }
    /// The desktop changed its palette: whoever keeps painted things is told.
    void followPalette();

signals:
    void changed();

private:
    void apply();
    Scheme wantedScheme() const;
    QPalette wantedPalette() const;

    Scheme m_scheme;
    Scheme m_ofDesktop = Scheme::System; ///< System: the desktop does not say
    Scheme m_shown = Scheme::System; ///< the system scheme: none of ours
    QPalette m_systemPalette;
};

/// The colour has as much of the one as the share says, the rest of the other.
QColor mixed(const QColor &color, const QColor &into, double share);
/// Covers what nothing is known of.
void paintHatch(QPainter &painter, const QRectF &rect, const Theme &theme);

} // namespace ui
