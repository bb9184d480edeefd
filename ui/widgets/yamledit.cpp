// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/yamledit.h"

#include "ui/format.h"
#include "ui/highlighter.h"

#include <QFontDatabase>
#include <QPainter>
#include <QTextBlock>

namespace ui {

class YamlEdit::Gutter : public QWidget
{
public:
    explicit Gutter(YamlEdit *edit) : QWidget(edit), m_edit(edit) { }

protected:
    void paintEvent(QPaintEvent *event) override { m_edit->paintGutter(event); }

private:
    YamlEdit *m_edit;
};

YamlEdit::YamlEdit(const Theme &theme, QWidget *parent)
    : QPlainTextEdit(parent)
    , m_theme(theme)
    , m_highlighter(highlightYaml(document(), theme.isDark()))
    , m_gutter(new Gutter(this))
{
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setLineWrapMode(NoWrap);
    setTabChangesFocus(true);
    setFrameShape(NoFrame);
    connect(this, &QPlainTextEdit::blockCountChanged, this, &YamlEdit::placeGutter);
    connect(this, &QPlainTextEdit::updateRequest, m_gutter, qOverload<>(&QWidget::update));
    connect(&theme, &Theme::changed, this, &YamlEdit::followTheme);
    placeGutter();
}

void YamlEdit::followTheme()
{
    setDark(m_highlighter, m_theme.isDark());
    m_gutter->update();
}

void YamlEdit::setYaml(const QString &yaml)
{
    const QString now = written();
    if (yaml == now)
        return;
    const qsizetype shorter = std::min(now.size(), yaml.size());
    qsizetype same = 0;
    while (same < shorter && now[same] == yaml[same])
        ++same;
    qsizetype sameEnd = 0;
    while (sameEnd < shorter - same && now[now.size() - 1 - sameEnd] == yaml[yaml.size() - 1 - sameEnd])
        ++sameEnd;
    QTextCursor cursor(document());
    cursor.setPosition(static_cast<int>(same));
    cursor.setPosition(static_cast<int>(now.size() - sameEnd), QTextCursor::KeepAnchor);
    cursor.insertText(yaml.mid(same, yaml.size() - same - sameEnd));
}

QString YamlEdit::written() const
{
    QString text = document()->toRawText();
    for (const auto separator : {QChar::ParagraphSeparator, QChar::LineSeparator})
        text.replace(separator, u'\n');
    return text;
}

void YamlEdit::setProblemLine(int line, const QString &message)
{
    m_problemLine = line;
    QList<QTextEdit::ExtraSelection> marks;
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (line > 0 && block.isValid()) {
        QTextEdit::ExtraSelection mark;
        QColor back = m_theme.color(Tone::Problem);
        back.setAlpha(40);
        mark.format.setBackground(back);
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        mark.cursor = QTextCursor(block);
        marks.append(mark);
    }
    setExtraSelections(marks);
    m_gutter->setToolTip(tip(message));
    m_gutter->update();
}

int YamlEdit::gutterWidth() const
{
    const int digits = std::max(2, static_cast<int>(QString::number(blockCount()).size()));
    return fontMetrics().horizontalAdvance(u'9') * (digits + 1) + 8;
}

void YamlEdit::placeGutter()
{
    setViewportMargins(gutterWidth(), 0, 0, 0);
    m_gutter->setGeometry(QRect(contentsRect().topLeft(), QSize(gutterWidth(), contentsRect().height())));
}

void YamlEdit::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    placeGutter();
}

void YamlEdit::paintGutter(QPaintEvent *event)
{
    QPainter painter(m_gutter);
    painter.setFont(font());
    painter.fillRect(event->rect(), palette().color(QPalette::AlternateBase));
    QTextBlock block = firstVisibleBlock();
    double top = blockBoundingGeometry(block).translated(contentOffset()).top();
    while (block.isValid() && top <= event->rect().bottom()) {
        const double height = blockBoundingRect(block).height();
        const bool problem = block.blockNumber() + 1 == m_problemLine;
        painter.setPen(m_theme.color(problem ? Tone::Problem : Tone::Quiet));
        painter.drawText(QRectF(0, top, gutterWidth() - 6, height), Qt::AlignRight | Qt::AlignVCenter,
            problem ? QStringLiteral("!") + QString::number(block.blockNumber() + 1)
                    : QString::number(block.blockNumber() + 1));
        top += height;
        block = block.next();
    }
}

} // namespace ui
