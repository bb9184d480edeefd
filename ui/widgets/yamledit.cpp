// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/yamledit.h"

#include "ui/format.h"
#include "ui/highlighter.h"
#include "ui/widgets/yamlfolding.h"

#include <QContextMenuEvent>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QSyntaxHighlighter>
#include <QTextBlock>

#include <algorithm>
#include <memory>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int gutterMargin = 8;
constexpr qsizetype mostProblemsTold = 10; // problems, in a tip
constexpr Qt::KeyboardModifiers foldKeys = Qt::ControlModifier | Qt::ShiftModifier;

/// A letter with Alt is for a button, also while that is disabled, and is not written.
bool isForShortcut(const QKeyEvent &event)
{
    const QString letters = event.text();
    return event.modifiers() == Qt::AltModifier && !letters.isEmpty() && letters[0].isPrint();
}

/// The letters are as large as other text.
QFont fixedLetters()
{
    QFont font;
    font.setFamilies(QFontDatabase::systemFont(QFontDatabase::FixedFont).families());
    font.setStyleHint(QFont::Monospace);
    return font;
}

int arrowWidth(const QFontMetrics &letters)
{
    return letters.height() * 3 / 4;
}

/// Where in another text the line stands that begins at that place; -1 where it can't be told.
qsizetype placeOfSameLine(const QString &text, qsizetype begin, const QString &other)
{
    const QStringList lines = text.split(u'\n');
    const qsizetype number = text.first(begin).count(u'\n');
    const QString &line = lines[number];
    const QStringList otherLines = other.split(u'\n');
    if (lines.count(line) != otherLines.count(line))
        return -1;
    qsizetype before = lines.first(number).count(line);
    qsizetype place = 0;
    for (const QString &otherLine : otherLines) {
        if (otherLine == line && before-- == 0)
            return place;
        place += otherLine.size() + 1;
    }
    return -1;
}

void paintArrow(QPainter &painter, const QRectF &rect, bool isFolded, const QColor &color)
{
    const double size = rect.width() / 4;
    const QPointF middle = rect.center();
    const QPolygonF down {{middle + QPointF(-size, -size / 2), middle + QPointF(size, -size / 2),
        middle + QPointF(0, size / 2)}};
    const QPolygonF right {{middle + QPointF(-size / 2, -size), middle + QPointF(size / 2, 0),
        middle + QPointF(-size / 2, size)}};
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(isFolded ? right : down);
    painter.restore();
}

} // namespace

class YamlEdit::Gutter : public QWidget
{
public:
    explicit Gutter(YamlEdit *edit) : QWidget(edit), m_edit(edit) { }

protected:
    void paintEvent(QPaintEvent *event) override { m_edit->paintGutter(event); }
    void mousePressEvent(QMouseEvent *event) override { m_edit->clickGutter(event->position()); }

private:
    YamlEdit *m_edit;
};

YamlEdit::YamlEdit(const Theme &theme, QWidget *parent)
    : QPlainTextEdit(parent)
    , m_theme(theme)
    , m_folding(new YamlFolding(this))
    , m_gutter(new Gutter(this))
{
    setFont(fixedLetters());
    setLineWrapMode(NoWrap);
    setTabChangesFocus(true);
    setFrameShape(NoFrame);
    setLayoutDirection(Qt::LeftToRight); // as YAML is written, whatever is read from right to left
    connect(document(), &QTextDocument::blockCountChanged, this, &YamlEdit::placeGutter);
    connect(this, &QPlainTextEdit::updateRequest, m_gutter, qOverload<>(&QWidget::update));
    connect(&theme, &Theme::changed, this, &YamlEdit::followTheme);
    placeGutter();
}

void YamlEdit::showEvent(QShowEvent *event)
{
    if (!m_highlighter) {
        const QSignalBlocker blocker(this); // colours are no change of the text
        m_highlighter = highlightYaml(document(), m_theme.isDark());
        m_highlighter->rehighlight();
    }
    QPlainTextEdit::showEvent(event);
}

void YamlEdit::followTheme()
{
    if (m_highlighter)
        setDark(m_highlighter, m_theme.isDark());
    m_gutter->update();
}

void YamlEdit::setYaml(const QString &yaml)
{
    const QString now = written();
    if (yaml == now)
        return;
    const qsizetype here = now.first(textCursor().position()).lastIndexOf(u'\n') + 1;
    const qsizetype there = placeOfSameLine(now, here, yaml);
    QTextCursor oneStep(document());
    oneStep.beginEditBlock();
    if (there < 0) {
        replaceDifference({0, now}, yaml);
    } else { // what is below comes first: what is above moves it
        replaceDifference({here, now.sliced(here)}, yaml.sliced(there));
        replaceDifference({0, now.first(here)}, yaml.first(there));
    }
    oneStep.endEditBlock();
}

void YamlEdit::replaceDifference(const Part &part, const QString &wanted)
{
    const QString &now = part.text;
    const qsizetype shorter = std::min(now.size(), wanted.size());
    qsizetype same = 0;
    while (same < shorter && now[same] == wanted[same])
        ++same;
    qsizetype sameEnd = 0;
    while (sameEnd < shorter - same && now[now.size() - 1 - sameEnd] == wanted[wanted.size() - 1 - sameEnd])
        ++sameEnd;
    if (same == now.size() && same == wanted.size())
        return;
    QTextCursor cursor(document());
    cursor.setPosition(static_cast<int>(part.begin + same));
    cursor.setPosition(static_cast<int>(part.begin + now.size() - sameEnd), QTextCursor::KeepAnchor);
    cursor.insertText(wanted.mid(same, wanted.size() - same - sameEnd));
}

QString YamlEdit::written() const
{
    QString text = document()->toRawText();
    for (const auto separator : {QChar::ParagraphSeparator, QChar::LineSeparator})
        text.replace(separator, u'\n');
    return text;
}

void YamlEdit::setProblems(const QList<LineProblem> &problems)
{
    m_problems.clear();
    QList<QTextEdit::ExtraSelection> marks;
    QStringList words;
    for (const LineProblem &problem : problems) {
        const QTextBlock block = document()->findBlockByNumber(problem.line - 1);
        if (problem.line <= 0 || !block.isValid())
            continue;
        QTextEdit::ExtraSelection mark;
        QColor back = m_theme.color(Tone::Problem);
        back.setAlpha(40);
        mark.format.setBackground(back);
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        mark.cursor = QTextCursor(block);
        marks.append(mark);
        m_problems.append(problem);
        words.append(problem.words);
    }
    words.removeDuplicates();
    setExtraSelections(marks);
    m_gutter->setToolTip(tip(firstLines(words, mostProblemsTold)));
    m_gutter->update();
}

bool YamlEdit::isProblem(const QTextBlock &line) const
{
    return std::ranges::find(m_problems, line.blockNumber() + 1, &LineProblem::line) != m_problems.end();
}

int YamlEdit::gutterWidth() const
{
    const int digits = std::max(2, static_cast<int>(QString::number(blockCount()).size()));
    return fontMetrics().horizontalAdvance(u'9') * (digits + 1) + arrowWidth(fontMetrics()) + gutterMargin;
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

void YamlEdit::forEachShownLine(
    const std::function<void(const QTextBlock &line, const QRectF &rect)> &use) const
{
    const double bottom = viewport()->height();
    QTextBlock line = firstVisibleBlock();
    double top = blockBoundingGeometry(line).translated(contentOffset()).top();
    for (; line.isValid() && top <= bottom; line = line.next()) {
        const QRectF rect = blockBoundingRect(line);
        if (line.isVisible())
            use(line, rect.translated(contentOffset().x(), top));
        top += rect.height();
    }
}

void YamlEdit::paintGutter(QPaintEvent *event)
{
    QPainter painter(m_gutter);
    painter.setLayoutDirection(Qt::LeftToRight);
    painter.setFont(font());
    painter.fillRect(event->rect(), palette().color(QPalette::AlternateBase));
    const int arrow = arrowWidth(fontMetrics());
    forEachShownLine([&](const QTextBlock &line, const QRectF &rect) {
        const bool problem = isProblem(line);
        painter.setPen(m_theme.color(problem ? Tone::Problem : Tone::Quiet));
        const QString number = QString::number(line.blockNumber() + 1);
        painter.drawText(QRectF(0, rect.top(), gutterWidth() - arrow - gutterMargin / 2.0, rect.height()),
            Qt::AlignRight | Qt::AlignVCenter, problem ? u'!' + number : number);
        if (YamlFolding::canFold(line))
            paintArrow(painter, {gutterWidth() - arrow - 1.0, rect.top(), arrow * 1.0, rect.height()},
                YamlFolding::isFolded(line), m_theme.color(Tone::Quiet));
    });
}

void YamlEdit::clickGutter(const QPointF &position)
{
    QTextBlock clicked;
    forEachShownLine([&](const QTextBlock &line, const QRectF &rect) {
        if (position.y() >= rect.top() && position.y() < rect.bottom())
            clicked = line;
    });
    if (clicked.isValid())
        m_folding->toggle(clicked);
}

void YamlEdit::paintEvent(QPaintEvent *event)
{
    QPlainTextEdit::paintEvent(event);
    QPainter painter(viewport());
    painter.setLayoutDirection(Qt::LeftToRight);
    painter.setPen(m_theme.color(Tone::Quiet));
    forEachShownLine([&](const QTextBlock &line, const QRectF &rect) {
        if (!YamlFolding::isFolded(line))
            return;
        const double end =
            rect.left() + document()->documentMargin() + fontMetrics().horizontalAdvance(line.text() + u' ');
        painter.drawText(QRectF(end, rect.top(), rect.width() + viewport()->width(), rect.height()),
            Qt::AlignLeft | Qt::AlignVCenter, u"⋯"_s);
    });
}

void YamlEdit::keyPressEvent(QKeyEvent *event)
{
    const auto pressed = event->keyCombination();
    if (pressed == QKeyCombination(foldKeys, Qt::Key_BracketLeft)
        || pressed == QKeyCombination(foldKeys, Qt::Key_BraceLeft))
        m_folding->setFolded(YamlFolding::around(textCursor().block()), true);
    else if (pressed == QKeyCombination(foldKeys, Qt::Key_BracketRight)
        || pressed == QKeyCombination(foldKeys, Qt::Key_BraceRight))
        m_folding->setFolded(textCursor().block(), false);
    else if (isForShortcut(*event))
        event->ignore();
    else if (event->matches(QKeySequence::InsertParagraphSeparator) && !isReadOnly())
        beginLine();
    else
        QPlainTextEdit::keyPressEvent(event);
}

/// A new line begins below the one before it, or below what that one opens: a map, or an item of a list.
void YamlEdit::beginLine()
{
    QTextCursor cursor = textCursor();
    QTextCursor begin = cursor;
    begin.setPosition(cursor.selectionStart());
    const QString before = begin.block().text().left(begin.positionInBlock());
    const QString content = before.trimmed();
    const bool isComment = content.startsWith(u'#');
    const qsizetype deeper = (content.startsWith("- "_L1) ? 2 : 0) + (content.endsWith(u':') ? 2 : 0);
    cursor.insertText(u'\n' + QString(indentOf(before) + (isComment ? 0 : deeper), u' '));
    setTextCursor(cursor);
    ensureCursorVisible();
}

void YamlEdit::contextMenuEvent(QContextMenuEvent *event)
{
    const std::unique_ptr<QMenu> menu(createStandardContextMenu(event->pos()));
    const QTextBlock line = YamlFolding::around(cursorForPosition(event->pos()).block());
    menu->addSeparator();
    const bool isFolded = YamlFolding::isFolded(line);
    menu->addAction(isFolded ? tr("Unfold") : tr("Fold"), m_folding, [&] { m_folding->toggle(line); })
        ->setEnabled(YamlFolding::canFold(line));
    menu->addAction(tr("Fold all"), m_folding, &YamlFolding::foldAll);
    menu->addAction(tr("Unfold all"), m_folding, &YamlFolding::unfoldAll);
    menu->exec(event->globalPos());
}

} // namespace ui
