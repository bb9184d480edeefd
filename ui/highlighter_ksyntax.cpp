// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/highlighter.h"

#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/SyntaxHighlighter>
#include <KSyntaxHighlighting/Theme>

namespace ui {

namespace {

/// Loading it takes about 20 ms: once, for the first YAML.
KSyntaxHighlighting::Repository &repository()
{
    static KSyntaxHighlighting::Repository repository;
    return repository;
}

KSyntaxHighlighting::Theme themeFor(bool dark)
{
    using Repository = KSyntaxHighlighting::Repository;
    // Of the dark themes the default one has keys too dim to read.
    const auto readable = dark ? repository().theme(QStringLiteral("Nord")) : KSyntaxHighlighting::Theme();
    if (readable.isValid())
        return readable;
    return repository().defaultTheme(dark ? Repository::DarkTheme : Repository::LightTheme);
}

} // namespace

QSyntaxHighlighter *highlightYaml(QTextDocument *document, bool dark)
{
    auto *highlighter = new KSyntaxHighlighting::SyntaxHighlighter(document);
    highlighter->setTheme(themeFor(dark));
    highlighter->setDefinition(repository().definitionForName(QStringLiteral("YAML")));
    return highlighter;
}

void setDark(QSyntaxHighlighter *highlighter, bool dark)
{
    auto *known = static_cast<KSyntaxHighlighting::SyntaxHighlighter *>(highlighter);
    known->setTheme(themeFor(dark));
    known->rehighlight();
}

} // namespace ui
