// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/yamlfolding.h"

#include "ui/format.h"

#include <QPlainTextDocumentLayout>
#include <QPlainTextEdit>

#include <algorithm>
#include <optional>
#include <vector>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

bool isItem(QStringView content)
{
    return content == u"-" || content.startsWith(u"- ");
}

/// How deep the line is: an item of a list is deeper than a name in the same column; nothing for blank lines
/// and comments.
std::optional<qsizetype> levelOf(const QString &line)
{
    const QStringView content = QStringView(line).trimmed();
    if (content.isEmpty() || content.startsWith(u'#'))
        return std::nullopt;
    return 2 * indentOf(line) + (isItem(content) ? 1 : 0);
}

QString nameOf(const QString &line)
{
    return line.trimmed().section(u':', 0, 0);
}

/// Goes down the lines and knows the path of each.
class Outline
{
public:
    void next(const QString &line)
    {
        const auto level = levelOf(line);
        if (!level)
            return;
        while (m_parts.size() > 1 && m_parts.back().level >= *level)
            m_parts.pop_back();
        Part &parent = m_parts.back();
        const QString name = *level % 2 == 1 ? u"[%1]"_s.arg(parent.items++) : (u'.' + nameOf(line));
        m_parts.push_back({*level, parent.path + name});
    }
    /// The path of the line that was told last; of a blank one or a comment, that of the one before.
    const QString &path() const { return m_parts.back().path; }
    /// What the line that was told last stands in is among these.
    bool isInside(const QSet<QString> &paths) const
    {
        return std::any_of(
            m_parts.begin(), m_parts.end() - 1, [&](const Part &part) { return paths.contains(part.path); });
    }
    QSet<QString> around() const
    {
        QSet<QString> paths;
        for (auto part = m_parts.begin(); part != m_parts.end() - 1; ++part)
            paths.insert(part->path);
        return paths;
    }

private:
    struct Part {
        qsizetype level = -1;
        QString path;
        int items = 0;
    };

    std::vector<Part> m_parts {Part()};
};

/// The outline down to the line, with those it stands in.
Outline outlineUpTo(const QTextBlock &line)
{
    Outline outline;
    for (QTextBlock block = line.document()->begin(); block.isValid(); block = block.next()) {
        outline.next(block.text());
        if (block == line)
            break;
    }
    return outline;
}

QString pathOf(const QTextBlock &line)
{
    return outlineUpTo(line).path();
}

} // namespace

YamlFolding::YamlFolding(QPlainTextEdit *edit) : QObject(edit), m_edit(edit)
{
    connect(edit->document(), &QTextDocument::contentsChanged, this, &YamlFolding::apply);
    connect(edit, &QPlainTextEdit::cursorPositionChanged, this, &YamlFolding::revealCursor);
}

bool YamlFolding::canFold(const QTextBlock &line)
{
    const auto level = line.isValid() ? levelOf(line.text()) : std::nullopt;
    if (!level)
        return false;
    for (QTextBlock next = line.next(); next.isValid(); next = next.next()) {
        if (const auto inner = levelOf(next.text()))
            return *inner > *level;
    }
    return false;
}

QTextBlock YamlFolding::around(const QTextBlock &line)
{
    QTextBlock above = line;
    const auto level = levelOf(line.text());
    while (above.isValid() && !canFold(above))
        above = above.previous();
    while (level && above.isValid() && above != line && !(canFold(above) && *levelOf(above.text()) < *level))
        above = above.previous();
    return above;
}

bool YamlFolding::isFolded(const QTextBlock &line)
{
    return canFold(line) && line.isVisible() && !line.next().isVisible();
}

void YamlFolding::toggle(const QTextBlock &line)
{
    setFolded(line, !isFolded(line));
}

void YamlFolding::setFolded(const QTextBlock &line, bool folded)
{
    if (!canFold(line))
        return;
    if (folded)
        m_folded.insert(pathOf(line));
    else
        m_folded.remove(pathOf(line));
    apply();
}

void YamlFolding::foldAll()
{
    for (QTextBlock line = m_edit->document()->begin(); line.isValid(); line = line.next()) {
        if (levelOf(line.text()) == 0 && canFold(line))
            m_folded.insert(pathOf(line));
    }
    apply();
}

void YamlFolding::unfoldAll()
{
    m_folded.clear();
    apply();
}

void YamlFolding::apply()
{
    Outline outline;
    bool changed = false;
    QList<QTextBlock> pending; // blank ones, which go with the next one, and that
    const auto show = [&](QTextBlock line, bool visible) {
        changed = changed || line.isVisible() != visible;
        line.setVisible(visible);
        line.setLineCount(visible ? std::max(1, line.layout()->lineCount()) : 0);
    };
    for (QTextBlock line = m_edit->document()->begin(); line.isValid(); line = line.next()) {
        outline.next(line.text());
        pending.append(line);
        if (!levelOf(line.text()))
            continue;
        for (const QTextBlock &one : std::as_const(pending))
            show(one, !outline.isInside(m_folded));
        pending.clear();
    }
    for (const QTextBlock &one : std::as_const(pending))
        show(one, true);
    if (!changed)
        return;
    if (QTextCursor cursor = m_edit->textCursor(); !cursor.block().isVisible()) {
        QTextBlock shown = cursor.block();
        while (shown.isValid() && !shown.isVisible())
            shown = shown.previous();
        cursor.setPosition(shown.position());
        m_edit->setTextCursor(cursor);
    }
    auto *layout = static_cast<QPlainTextDocumentLayout *>(m_edit->document()->documentLayout());
    layout->requestUpdate();
    emit layout->documentSizeChanged(layout->documentSize());
}

/// Who goes into what is folded, by a search for instance, sees it.
void YamlFolding::revealCursor()
{
    const QTextBlock line = m_edit->textCursor().block();
    if (line.isVisible())
        return;
    const Outline outline = outlineUpTo(line);
    m_folded.subtract(outline.around());
    if (!levelOf(line.text()))
        m_folded.remove(outline.path());
    apply();
    m_edit->ensureCursorVisible();
}

} // namespace ui
