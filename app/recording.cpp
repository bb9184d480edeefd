// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recording.h"

#include "app/print.h"
#include "core/base/privatefile.h"
#include "core/scenario/report.h"

#include <QBuffer>
#include <QDir>
#include <QHash>

#include <algorithm>

namespace app {

namespace scenario = core::scenario;

namespace {

constexpr std::chrono::milliseconds windowCatchesUp {400};

/// With its 256 most frequent colours a picture of the window looks the same and is less than half as large.
QImage withFewColors(const QImage &picture)
{
    constexpr qsizetype most = 256;
    const QImage full = picture.convertToFormat(QImage::Format_RGB32);
    QHash<QRgb, int> counts;
    for (int y = 0; y < full.height(); ++y) {
        for (int x = 0; x < full.width(); ++x)
            ++counts[full.pixel(x, y)];
    }
    QList<QRgb> colors = counts.keys();
    std::ranges::sort(
        colors, std::ranges::greater(), [&](QRgb color) { return std::pair(counts.value(color), color); });
    colors.resize(std::min(colors.size(), most));
    return full.convertToFormat(QImage::Format_Indexed8, colors);
}

} // namespace

Recording::Recording(const Options &options, Core &core, core::base::Worker &worker, Grab grab)
    : m_options(options)
    , m_core(core)
    , m_worker(worker)
    , m_grab(std::move(grab))
{
}

void Recording::start(scenario::Scenario script, Finished finished)
{
    m_finished = std::move(finished);
    auto &run = m_worker.make<ScenarioRun>(m_core, std::move(script));
    connect(&run, &ScenarioRun::newsAfterStep, this, &Recording::drawStep, Qt::QueuedConnection);
    connect(
        &run, &ScenarioRun::finished, this,
        [this](const std::shared_ptr<const scenario::ScenarioReport> &report) {
            QTimer::singleShot(windowCatchesUp * 2, this, [this, report] { finish(*report); });
        },
        Qt::QueuedConnection);
    m_worker.run([&run] { run.start(); });
}

void Recording::drawStep(qulonglong index)
{
    if (m_options.reportDirectory.empty() || !m_grab)
        return;
    const QString name = QStringLiteral("step-%1.png").arg(index + 1, 2, 10, QLatin1Char('0'));
    QTimer::singleShot(windowCatchesUp, this, [this, name] {
        const QDir directory(QString::fromStdString(m_options.reportDirectory));
        QByteArray png;
        QBuffer buffer(&png);
        if (directory.mkpath(QStringLiteral(".")) && withFewColors(m_grab()).save(&buffer, "PNG")
            && core::base::replaceFile(directory.filePath(name).toStdString(), png.toStdString()))
            m_images.push_back(name.toStdString());
    });
}

void Recording::finish(const scenario::ScenarioReport &report)
{
    const bool written = writeReport(report);
    tell(report.name + ": " + (report.isOk() ? "all it claims held" : report.failure().text));
    m_finished(report.isOk() && written);
}

bool Recording::writeReport(const scenario::ScenarioReport &report)
{
    if (m_options.reportDirectory.empty())
        return true;
    scenario::ReportContext context;
    context.cluster = m_core.contextName();
    context.pace = m_options.pace;
    context.versions = {{"Hollow Lab", HOLLOWLAB_VERSION}, {"Qt", qVersion()}};
    context.images = m_images;
    const auto written = scenario::writeReport(m_options.reportDirectory, report, context);
    if (!written)
        complain(written.error().message);
    return written.has_value();
}

} // namespace app
