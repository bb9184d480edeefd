// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/trialwords.h"

#include "core/engine/comparison.h"
#include "ui/clusterview.h"
#include "ui/dialogs/ask.h"
#include "ui/dialogs/objectdocument.h"
#include "ui/format.h"
#include "ui/spoken.h"

#include <QCoreApplication>
#include <QWidget>

#include <algorithm>
#include <iterator>
#include <utility>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::api::Json;
using core::api::TriedObject;
using core::base::ErrorKind;

namespace {

constexpr qsizetype mostDetails = 20; // lines
constexpr qsizetype mostWarnings = 5;

struct TrialWords {
    Q_DECLARE_TR_FUNCTIONS(ui::Trial)
};

QString writtenNameOf(const TriedObject &tried)
{
    return text(tried.kind + ' ' + tried.ns + (tried.ns.empty() ? "" : "/") + tried.name);
}

bool isUntried(const TriedObject &tried)
{
    return !tried.made && !isTrialRefused(tried);
}

/// What the server does not know of what is written, as far as it would keep any of it.
std::vector<std::string> leftOutOf(const TriedObject &tried)
{
    return tried.written && tried.made ? fieldsLeftOut(*tried.written, *tried.made->object)
                                       : std::vector<std::string>();
}

/// Many objects may have the same to say.
QStringList eachOnce(const std::vector<std::string> &said)
{
    QStringList words;
    for (const std::string &one : said)
        words.append(text(one));
    words.removeDuplicates();
    return words;
}

/// Empty where that is nothing.
QString leftOutWords(const std::vector<std::string> &fields)
{
    const QStringList unknown = eachOnce(fields);
    return unknown.isEmpty()
        ? QString()
        : TrialWords::tr("The server leaves out what it does not know: %1.").arg(fewOf(unknown));
}

QStringList trialLines(const TriedObject &tried)
{
    QStringList lines {trialVerdict(tried)};
    if (!tried.made)
        return lines;
    const core::api::JsonPtr &from = tried.before ? tried.before : tried.written;
    if (from)
        lines += changedFields(editableForm(*from), editableForm(*tried.made->object));
    if (const QString unknown = leftOutWords(leftOutOf(tried)); !unknown.isEmpty())
        lines.append(unknown);
    if (const QString warnings = warningWords(tried.made->warnings); !warnings.isEmpty())
        lines.append(warnings);
    return lines;
}

} // namespace

QString warningWords(const std::vector<std::string> &warnings)
{
    const QStringList words = firstOf(eachOnce(warnings), mostWarnings);
    return words.isEmpty() ? QString() : TrialWords::tr("The server warns: %1").arg(words.join(u"; "_s));
}

bool isTrialRefused(const TriedObject &tried)
{
    return !tried.made && tried.waitsFor.empty() && tried.made.error().kind != ErrorKind::Unsupported;
}

std::vector<core::engine::FieldDifference> triedChanges(const TriedObject &tried)
{
    if (!tried.made)
        return {};
    return core::engine::detailsThatDiffer(
        tried.before ? editableForm(*tried.before) : Json(core::api::JsonObject()),
        editableForm(*tried.made->object));
}

QString trialVerdict(const TriedObject &tried)
{
    const QString name = writtenNameOf(tried);
    if (!tried.waitsFor.empty())
        return TrialWords::tr("%1: can be tried only once %2 is there").arg(name, text(tried.waitsFor));
    if (!tried.made) {
        const QString why = spoken(core::engine::Problem(tried.made.error()).says);
        return (isTrialRefused(tried) ? TrialWords::tr("%1: refused: %2")
                                      : TrialWords::tr("%1: can't be tried: %2"))
            .arg(name, why);
    }
    if (!tried.before)
        return TrialWords::tr("%1: created").arg(name);
    return (
        triedChanges(tried).empty() ? TrialWords::tr("%1: stays as it is") : TrialWords::tr("%1: changed"))
        .arg(name);
}

TrialSummary trialSummary(const std::vector<TriedObject> &trials)
{
    if (const auto refused = std::ranges::find_if(trials, isTrialRefused); refused != trials.end())
        return {trialVerdict(*refused), true};
    std::vector<std::string> unknown;
    std::vector<std::string> warnings;
    for (const TriedObject &tried : trials) {
        std::ranges::move(leftOutOf(tried), std::back_inserter(unknown));
        if (tried.made)
            warnings.insert(warnings.end(), tried.made->warnings.begin(), tried.made->warnings.end());
    }
    const auto untried = std::ranges::find_if(trials, isUntried);
    QStringList words {
        untried == trials.end() ? TrialWords::tr("The server accepts it.") : trialVerdict(*untried)};
    if (!unknown.empty())
        words.append(leftOutWords(unknown));
    if (!warnings.empty())
        words.append(warningWords(warnings));
    return {words.join(u' '), !unknown.empty() || !warnings.empty()};
}

void askToWrite(QWidget *dialog, const ClusterView &cluster, const std::vector<TriedObject> &trials,
    const QString &accept, std::function<void()> accepted)
{
    const core::engine::Status &status = cluster.status();
    if (status.mode == core::engine::Mode::Lab)
        return accepted();
    QStringList lines;
    for (const TriedObject &tried : trials) { // what is not shown is counted, by objects
        lines += lines.size() > mostDetails ? QStringList {writtenNameOf(tried)}
                                            : trialLines(tried).join(u"\n    "_s).split(u'\n');
    }
    ask(dialog,
        {.title = dialog->windowTitle(),
            .text = TrialWords::tr(
                "Apply %n objects to the cluster %1 (%2)?", nullptr, static_cast<int>(trials.size()))
                        .arg(text(status.contextName), text(status.server)),
            .details = firstLines(lines, mostDetails),
            .accept = accept},
        std::move(accepted));
}

} // namespace ui
