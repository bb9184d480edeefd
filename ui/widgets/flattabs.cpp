// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/flattabs.h"

#include <QPainter>
#include <QTabBar>

namespace ui {

namespace {

constexpr int lineWidth = 2; ///< px
constexpr int aboveWords = 5;

class FlatTabBar : public QTabBar
{
public:
    FlatTabBar(const Theme &theme, QWidget *parent) : QTabBar(parent), m_theme(theme)
    {
        setDrawBase(false);
        setMouseTracking(true);
        connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    }

protected:
    QSize tabSizeHint(int index) const override
    {
        const QSize words = QFontMetrics(boldFont()).size(Qt::TextShowMnemonic, tabText(index));
        return {words.width() + 2 * FlatTabs::besideWords, words.height() + 2 * aboveWords};
    }
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }

    void paintEvent(QPaintEvent * /*event*/) override
    {
        QPainter painter(this);
        const int hovered = tabAt(mapFromGlobal(QCursor::pos()));
        for (int index = 0; index < count(); ++index) {
            const QRect rect = tabRect(index);
            const bool inFront = index == currentIndex();
            if (inFront && hasFocus())
                painter.fillRect(rect, m_theme.color(Tone::Selection));
            const bool isBright = inFront || (underMouse() && index == hovered);
            painter.setPen(isBright ? palette().color(QPalette::Text) : m_theme.color(Tone::Quiet));
            painter.setFont(inFront ? boldFont() : font());
            painter.drawText(rect, Qt::AlignCenter | Qt::TextShowMnemonic, tabText(index));
            if (inFront)
                painter.fillRect(rect.adjusted(FlatTabs::besideWords, rect.height() - lineWidth,
                                     -FlatTabs::besideWords, 0),
                    m_theme.color(Tone::Accent));
        }
    }
    void mouseMoveEvent(QMouseEvent *event) override
    {
        QTabBar::mouseMoveEvent(event);
        update();
    }

private:
    /// The tab in front has this font; the others have room for it, so that nothing moves.
    QFont boldFont() const
    {
        QFont bold = font();
        bold.setBold(true);
        return bold;
    }

    const Theme &m_theme;
};

} // namespace

FlatTabs::FlatTabs(const Theme &theme, QWidget *parent) : QTabWidget(parent)
{
    setTabBar(new FlatTabBar(theme, this));
    setDocumentMode(true);
}

} // namespace ui
