// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/variantdetail.h"

#include "core/api/yaml.h"
#include "ui/experiments/words.h"
#include "ui/format.h"
#include "ui/timeline/recoverystory.h"

#include <QScrollBar>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::experiment::Run;
using core::experiment::Summary;

VariantDetail::VariantDetail(const Theme &theme, QWidget *parent) : QTextBrowser(parent), m_theme(theme)
{
    setObjectName(u"variantDetail"_s);
    setAccessibleName(tr("The variant that is chosen"));
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setMinimumSize(1, 1); // it does not keep the window from being small
    document()->setDocumentMargin(14); // NOLINT(*-magic-numbers): px
}

void VariantDetail::show(const Variants &variants, std::optional<std::size_t> variant)
{
    const auto &experiment = variants.experiment();
    if (!variant || *variant >= variants.summaries().size())
        return setPlainText(tr("No variant is chosen."));
    const Summary &summary = variants.summaries()[*variant];
    const auto heading = [](const QString &words) { return u"<p><b>%1</b></p>"_s.arg(words); };
    const QString quiet = m_theme.color(Tone::Quiet).name();
    const auto row = [&](const QString &name, const QString &value) {
        return u"<tr><td style='color:%1; padding-right:14px'>%2</td><td>%3</td></tr>"_s.arg(
            quiet, name, value.toHtmlEscaped());
    };
    const QString count = tr("variant %1 of %2")
                              .arg(countText(static_cast<std::int64_t>(*variant + 1)),
                                  countText(std::ssize(variants.summaries())))
        + u" · "_s + tr("%Ln runs", nullptr, static_cast<int>(summary.runs()));
    QString html = u"<h3>%1</h3><p style='color:%2'>%3</p>"_s.arg(
                       variantText(experiment, *variant).toHtmlEscaped(), quiet, count)
        + heading(tr("Definition"))
        + u"<pre style='white-space:pre-wrap'>%1</pre>"_s.arg(
            lines(core::api::writeYaml(experiment.definitionOf(*variant))).toHtmlEscaped());
    if (const Run *run = summary.slowest())
        html += heading(tr("Slowest run")) + u"<table>"_s + row(tr("seed"), QString::number(run->seed))
            + row(tr("recovery"), tenthsText(run->slowest->length))
            + row(tr("most of it"),
                tr("%1: %2").arg(wordOf(run->slowest->stage), tenthsText(run->slowest->stageLength)))
            + u"</table>"_s;
    const int place = verticalScrollBar()->value();
    setHtml(html);
    verticalScrollBar()->setValue(place);
}

} // namespace ui
