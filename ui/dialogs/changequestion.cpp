// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/changequestion.h"

#include "ui/dialogs/servertrial.h"
#include "ui/format.h"
#include "ui/kubectlline.h"

#include <QMessageBox>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

QString wordsOf(const ClusterView &cluster, const std::vector<Change> &changes, const ServerTrial &trial)
{
    QStringList fields;
    QStringList lines;
    for (const Change &change : changes) {
        for (const QString &field : change.fields)
            fields.append(ServerTrial::tr("%1 in the namespace %2, %3")
                              .arg(nameOf(change.target), text(change.target.key.ns), field));
        lines.append(kubectlLine(cluster.kubectl(), change.command));
    }
    return QStringList {firstLines(fields), trial.words(), {}, firstLines(lines)}.join(u'\n');
}

} // namespace

void askChanges(QWidget *window, const ClusterView &cluster, CommandSender &commands,
    const Question &question, const std::vector<Change> &changes, const std::function<void()> &accepted)
{
    QMessageBox *box = ask(window, question, accepted);
    auto *trial = new ServerTrial(box);
    std::vector<ServerTrial::Part> parts;
    for (const Change &change : changes)
        parts.push_back({text(change.target.key.name), [&commands, change](CommandSender::Answer then) {
                             commands.edit(change.target, change.patch, true, std::move(then));
                         }});
    const auto show = [box, trial, &cluster, changes] {
        box->setInformativeText(wordsOf(cluster, changes, *trial));
    };
    QObject::connect(trial, &ServerTrial::changed, box, show);
    QObject::connect(box, &QDialog::finished, box, [trial] { delete trial; });
    trial->prepare(std::move(parts));
    trial->send();
    show();
    showPlain(*box);
}

} // namespace ui
