// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/masking.h"

#include <QDir>
#include <QRegularExpression>
#include <QSysInfo>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

struct Pattern {
    QRegularExpression what;
    QString as;
};

const std::vector<Pattern> &credentials()
{
    using Option = QRegularExpression::PatternOption;
    static const std::vector<Pattern> patterns {
        // certificates and keys, whole or cut off
        {QRegularExpression(u"-----BEGIN [A-Z0-9 ]+-----.*?(-----END [A-Z0-9 ]+-----|$)"_s,
             Option::DotMatchesEverythingOption),
            u"<PEM>"_s},
        {QRegularExpression(u"\\b(Bearer|Basic)\\s+[^\\s\"',;]+"_s, Option::CaseInsensitiveOption),
            u"\\1 <secret>"_s},
        // tokens of service accounts and of identity providers
        {QRegularExpression(u"\\beyJ[\\w-]+(\\.[\\w-]*)*"_s), u"<token>"_s},
        {QRegularExpression(u"\\b[a-z0-9]{6}\\.[a-z0-9]{16}\\b"_s), u"<token>"_s}, // of kubeadm
        {QRegularExpression(
             u"([\\w-]*(?:token|password|passwd|secret|api[_-]?key|(?:key|certificate|authority)-data)"
             "[\"']?\\s*[:=]\\s*)(\"[^\"]*\"|'[^']*'|[^\\s,;}&]+)"_s,
             Option::CaseInsensitiveOption),
            u"\\1<secret>"_s},
        {QRegularExpression(u"://[^/@\\s]+@"_s), u"://<user>@"_s},
        {QRegularExpression(u"\\b(?!127\\.)(?:\\d{1,3}\\.){3}\\d{1,3}\\b"_s), u"<address>"_s},
        {QRegularExpression(u"\\[[0-9a-fA-F:.]*:[0-9a-fA-F:.]+\\](?=[:/\\s]|$)"_s), u"[<address>]"_s},
    };
    return patterns;
}

/// A long word of letters of both cases with digits: base64. Names in Kubernetes are of small letters.
QString withoutEncoded(const QString &text)
{
    static const QRegularExpression word(u"[A-Za-z0-9+/_-]{32,}={0,2}"_s);
    static const QRegularExpression mixed(u"(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)"_s);
    QString rest;
    qsizetype end = 0;
    for (auto match = word.globalMatch(text); match.hasNext();) {
        const auto found = match.next();
        if (!mixed.match(found.captured()).hasMatch())
            continue;
        rest += text.mid(end, found.capturedStart() - end) + u"<secret>"_s;
        end = found.capturedEnd();
    }
    return rest + text.mid(end);
}

} // namespace

Masking::Masking()
{
    const QString home = QDir::homePath();
    hide(home, u"~"_s);
    hide(QDir(home).dirName(), u"USER"_s);
    for (const char *variable : {"USER", "LOGNAME"})
        hide(qEnvironmentVariable(variable), u"USER"_s);
    hide(QSysInfo::machineHostName(), u"HOST"_s);
    hide(QSysInfo::machineHostName().section(u'.', 0, 0), u"HOST"_s);
}

void Masking::hide(const QString &name, const QString &as)
{
    if (name.size() < 2 || name == u"/"_s)
        return;
    m_hidden.push_back({name, as});
    std::ranges::stable_sort(
        m_hidden, std::greater(), [](const Hidden &hidden) { return hidden.name.size(); });
}

QString Masking::operator()(QString text) const
{
    for (const Hidden &hidden : m_hidden) {
        const QRegularExpression word(
            u"(?<![A-Za-z0-9])"_s + QRegularExpression::escape(hidden.name) + u"(?![A-Za-z0-9])"_s,
            QRegularExpression::CaseInsensitiveOption);
        text.replace(word, hidden.as);
    }
    for (const Pattern &pattern : credentials())
        text.replace(pattern.what, pattern.as);
    return withoutEncoded(text);
}

} // namespace ui
