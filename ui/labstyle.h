// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Fusion with the window's own look: hairlines, round corners, no gradient. Where things are, and how large,
// stays as Fusion has it, but for scroll bars, which have no arrows, and some room around what is written in
// fields, menus and rows and between buttons. All colours come from the palette.

#include <QIcon>
#include <QProxyStyle>

class QStyleOptionComboBox;
class QStyleOptionHeader;
class QStyleOptionMenuItem;
class QStyleOptionSlider;
class QStyleOptionSpinBox;

namespace ui {

class LabStyle : public QProxyStyle
{
public:
    /// The property of a header that tells how far from its sections' edges their words are, in pixels; as
    /// those in the rows below are.
    static constexpr const char *besideHeaderWords = "besideHeaderWords";

    LabStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
        const QWidget *widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl part,
        const QWidget *widget) const override;
    QRect subElementRect(
        SubElement element, const QStyleOption *option, const QWidget *widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
        const QWidget *widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    QIcon standardIcon(StandardPixmap icon, const QStyleOption *option, const QWidget *widget) const override;
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
        QStyleHintReturn *data) const override;

private:
    void drawMenuItem(const QStyleOptionMenuItem &item, QPainter &painter, const QWidget *widget) const;
    void drawMenuBarItem(const QStyleOptionMenuItem &item, QPainter &painter, const QWidget *widget) const;
    void drawHeaderWords(const QStyleOptionHeader &header, QPainter &painter, const QWidget *widget) const;
    void drawComboBox(const QStyleOptionComboBox &box, QPainter &painter, const QWidget *widget) const;
    void drawSpinBox(const QStyleOptionSpinBox &box, QPainter &painter, const QWidget *widget) const;
    void drawScrollBar(const QStyleOptionSlider &bar, QPainter &painter, const QWidget *widget) const;
};

} // namespace ui
