// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in where KSyntaxHighlighting is missing: keys, comments, quoted text, numbers and constants.
#include "ui/highlighter.h"

#include <QRegularExpression>
#include <QSyntaxHighlighter>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

class SmallYamlHighlighter : public QSyntaxHighlighter
{
public:
    SmallYamlHighlighter(QTextDocument *document, bool dark) : QSyntaxHighlighter(document) { setDark(dark); }

    void setDark(bool dark)
    {
        m_rules = {
            {QRegularExpression(uR"((?<=:\s|-\s)(true|false|null|~)\s*$)"_s), dark ? 0xffcc79a7 : 0xff8a2f6b},
            {QRegularExpression(uR"((?<=:\s|-\s)-?\d[\d._eE+-]*\s*$)"_s), dark ? 0xff56b4e9 : 0xff0b5a94},
            {QRegularExpression(uR"("(?:[^"\\]|\\.)*"|'[^']*')"_s), dark ? 0xff2cc39a : 0xff00674c},
            {QRegularExpression(uR"(^\s*(?:- )*[^\s#"'][^:#]*(?=:(\s|$)))"_s),
                dark ? 0xff7ab4f0 : 0xff1f5fa8},
            {QRegularExpression(uR"((^|\s)#.*$)"_s), dark ? 0xff9aa0a6 : 0xff6b6f74},
        };
        rehighlight();
    }

protected:
    void highlightBlock(const QString &text) override
    {
        for (const Rule &rule : m_rules) {
            auto matches = rule.pattern.globalMatch(text);
            while (matches.hasNext()) {
                const auto match = matches.next();
                setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()),
                    QColor::fromRgb(rule.color));
            }
        }
    }

private:
    struct Rule {
        QRegularExpression pattern;
        QRgb color;
    };
    QList<Rule> m_rules; ///< later ones win
};

} // namespace

QSyntaxHighlighter *highlightYaml(QTextDocument *document, bool dark)
{
    return new SmallYamlHighlighter(document, dark);
}

void setDark(QSyntaxHighlighter *highlighter, bool dark)
{
    static_cast<SmallYamlHighlighter *>(highlighter)->setDark(dark);
}

} // namespace ui
