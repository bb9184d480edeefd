// SPDX-License-Identifier: GPL-3.0-or-later
// Lab, engine and window with 10,000 nodes of which a thousand change in every second of the lab's time: what
// changes is gathered, what waits is done, and nothing grows.
#include "core/api/node.h"
#include "core/client/localtransport.h"
#include "core/engine/engine.h"
#include "core/lab/apiserver.h"
#include "ui/enginesession.h"
#include "ui/kind.h"
#include "ui/mainwindow.h"
#include "ui/pages/tables.h"
#include "ui/widgets/objecttable.h"

#include <QElapsedTimer>
#include <QTest>

#include <malloc.h>

#include <array>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
namespace api = core::api;

namespace {

constexpr int nodes = 10'000;
constexpr int changesPerSecond = 1'000;
constexpr auto step = 20ms;
constexpr int stepsPerSecond = 1000ms / step;
constexpr int ticksPerSecond = 20; // of the window
constexpr double megabyte = 1024.0 * 1024.0;

/// What the process holds, to the byte; 0 with a sanitizer's allocator.
double allocatedMegabytes()
{
    const auto info = mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd) / megabyte;
}

std::string nameOf(int number)
{
    return "node-" + std::to_string(number);
}

api::JsonObject statusWith(int cores)
{
    return {{"capacity", api::JsonObject {{"cpu", std::to_string(cores)}}}};
}

class Load
{
public:
    Load()
    {
        core::engine::EngineOptions options {.clock = clock, .transport = transport};
        options.contextName = "load";
        options.controllers = {"machine", "machineset", "nodelink", "healthcheck", "autoscaler"};
        engine = std::make_unique<core::engine::Engine>(std::move(options));
        QObject::connect(
            engine.get(), &core::engine::Engine::changed, engine.get(), [this](const auto &changes) {
                ++changeSets;
                upserts += changes->template of<api::Node>().upserts.size();
                largest = std::max(largest, changes->template of<api::Node>().upserts.size());
            });
        session = std::make_unique<ui::EngineSession>(*engine);
        window = std::make_unique<ui::MainWindow>(
            *session, ui::WindowOptions {.fresh = true, .theme = ui::Scheme::Light});
        window->show();
        table(); // the nodes are looked at
        engine->start();
        for (int number = 0; number < nodes; ++number)
            ask(api::Method::Post, "/api/v1/nodes",
                api::JsonObject {{"apiVersion", "v1"}, {"kind", "Node"},
                    {"metadata", api::JsonObject {{"name", nameOf(number)}}},
                    {"spec", api::JsonObject {{"providerID", "kubemark:///" + nameOf(number)}}},
                    {"status", statusWith(1)}});
    }
    ~Load()
    {
        window.reset();
        session.reset();
        engine.reset();
    }
    Load(const Load &) = delete;
    Load &operator=(const Load &) = delete;

    const ui::TableModel &table() const
    {
        auto *tabs = window->findChild<ui::Tables *>();
        tabs->bringToFront(ui::Kind::Node);
        return tabs->currentWidget()->findChild<ui::ObjectTable *>(u"table"_s)->tableModel();
    }
    void ask(api::Method method, std::string path, api::Json body)
    {
        api::Request request;
        request.method = method;
        request.path = std::move(path);
        request.contentType =
            method == api::Method::Patch ? api::contentTypes::mergePatch : api::contentTypes::json;
        request.body = api::share(std::move(body));
        if (const auto answer = lab->answer(request); answer.code >= 300)
            qFatal("%d for %s", answer.code, request.path.c_str());
    }
    void change()
    {
        const int number = static_cast<int>((m_changes++ * 7919) % nodes);
        int &has = cores.at(static_cast<std::size_t>(number));
        has = has % 9 + 1;
        ask(api::Method::Patch, "/api/v1/nodes/" + nameOf(number) + "/status",
            api::JsonObject {{"status", statusWith(has)}});
    }
    /// The window gets its turn in every step, or not at all.
    void run(std::chrono::seconds time, bool withWindow = true)
    {
        for (int i = 0; i < time.count() * stepsPerSecond; ++i) {
            for (int each = 0; each < changesPerSecond / stepsPerSecond; ++each)
                change();
            clock.advance(step);
            if (withWindow)
                QCoreApplication::processEvents();
        }
    }
    /// Returns when the window has nothing more to take in.
    void settle()
    {
        for (int before = -1; before != changeSets;) {
            before = changeSets;
            clock.advance(1s);
            QTest::qWait(200); // longer than between two ticks
        }
    }
    /// Keys that wait for one of the controllers, or are under way.
    std::int64_t waiting() const
    {
        api::Request request;
        request.path = "/debug/queues";
        const auto page = engine->answer(request);
        std::int64_t keys = 0;
        for (const api::Json &controller : page->body->at("controllers").as_array())
            keys += controller.at("waiting").to_number<std::int64_t>()
                + static_cast<std::int64_t>(controller.at("underway").as_array().size());
        return keys;
    }

    core::base::Clock clock {api::parseTime("2026-11-20T00:00:00Z").value()};
    std::unique_ptr<core::lab::ApiServer> lab = *core::lab::ApiServer::create({clock, 7, ":memory:"});
    core::client::LocalTransport transport {clock, lab->localServer()};
    std::unique_ptr<core::engine::Engine> engine;
    std::unique_ptr<ui::EngineSession> session;
    std::unique_ptr<ui::MainWindow> window;
    std::vector<int> cores = std::vector<int>(nodes, 1); ///< as the lab was told last
    int changeSets = 0;
    std::size_t upserts = 0;
    std::size_t largest = 0;

private:
    std::uint64_t m_changes = 0;
};

} // namespace

class LoadTest : public QObject
{
    Q_OBJECT

private slots:
    // X30
    void changesAreGatheredAndNothingGrows()
    {
        Load load;
        load.settle();
        QCOMPARE(load.table().rowCount(), nodes);
        const int resets = load.window->resets();

        load.run(20s); // histories fill
        load.settle();
        std::array<double, 3> held {allocatedMegabytes(), 0, 0};
        for (std::size_t round = 1; round < held.size(); ++round) {
            QElapsedTimer timer;
            timer.start();
            const int sets = load.changeSets;
            const std::size_t upserts = load.upserts;
            load.run(1min);
            const auto ticks = timer.elapsed() * ticksPerSecond / 1000;
            qInfo("%d changes in %lld ms: %d change sets with %zu objects", 60 * changesPerSecond,
                static_cast<long long>(timer.elapsed()), load.changeSets - sets, load.upserts - upserts);
            QVERIFY2(
                load.changeSets - sets <= ticks + 1, qPrintable(QString::number(load.changeSets - sets)));
            QCOMPARE(load.waiting(), 0);
            load.settle();
            held.at(round) = allocatedMegabytes();
        }
        qInfo("%.2f, %.2f, %.2f MB", held[0], held[1], held[2]);
        QVERIFY2(held[2] - held[1] < 1, "it grows");
        QCOMPARE(load.window->resets(), resets);

        load.largest = 0;
        const int sets = load.changeSets;
        load.run(15s, false); // the window stalls: it holds older versions than the core
        const double stalled = allocatedMegabytes();
        load.run(1min, false);
        QVERIFY2(allocatedMegabytes() - stalled < 1, "what waits for the window grows");
        load.settle();
        QVERIFY(load.changeSets - sets <= 5); // one with all of it, then what the time does
        QVERIFY(load.largest <= nodes);
        QCOMPARE(load.window->resets(), resets);

        const ui::TableModel &table = load.table();
        QCOMPARE(table.rowCount(), nodes);
        int wrong = 0;
        for (int row = 0; row < nodes; ++row) {
            const auto text = [&](const QString &column) {
                return table.index(row, table.columnIndex(column)).data(Qt::AccessibleTextRole).toString();
            };
            const int number = text(u"name"_s).mid(5).toInt();
            wrong += text(u"cpu"_s).toInt() != load.cores.at(static_cast<std::size_t>(number));
        }
        QCOMPARE(wrong, 0);
    }
};

QTEST_MAIN(LoadTest)
#include "tst_load.moc"
