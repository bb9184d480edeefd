// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md H: watch.
#include "labfixture.h"

#include "core/lab/watchhub.h"

#include <QRegularExpression>

#include <stdexcept>

using namespace labtest;
using namespace std::chrono_literals;
using Type = api::WatchEvent::Type;

class TestWatch : public QObject
{
    Q_OBJECT

private slots:
    void withoutAVersionWhatIsThereComesFirst();
    void fromAVersionOnlyWhatIsLater();
    void selectors();
    void onlyTheRightWatchesAreTold_data();
    void onlyTheRightWatchesAreTold();
    void tooOldAVersionEndsWithGone();
    void aFutureVersionIsExpired();
    void timeouts();
    void oddTimeouts();
    void bookmarks();
    void theEndComesWithABookmark();
    void whatIsThereFirstHasAnEnd_data();
    void whatIsThereFirstHasAnEnd();
    void theEndComesBeforeLaterChanges();
    void bookmarksHaveTheFormOfTheEvents_data();
    void bookmarksHaveTheFormOfTheEvents();
    void refusals_data();
    void refusals();
    void oneOrderForAll();
    void eventsComeInLaterTurnsAndBatches();
    void destroyedWatchesAreSilent();
    void aSlowWatchIsGoneAndDelaysNobody();
    void tablesHaveColumnsOnce();
    void metadataOnly();
    void whatCanNotBeShownEndsOneWatch();
};

namespace {

std::string watchFrom(std::string_view collection, std::string_view more = "")
{
    return std::string(collection) + "?watch=1" + std::string(more);
}

void make(Lab &lab, std::string_view name, std::string_view labels = "{}")
{
    lab.post(
        configMaps, "{metadata: {name: " + std::string(name) + ", labels: " + std::string(labels) + "}}");
}

} // namespace

void TestWatch::withoutAVersionWhatIsThereComesFirst()
{
    Lab lab;
    make(lab, "a");
    make(lab, "b");
    const auto unset = lab.watch(watchFrom(configMaps));
    const auto zero = lab.watch(watchFrom(configMaps, "&resourceVersion=0"));
    make(lab, "c");
    lab.remove(configMaps / "a");
    QVERIFY(unset->events.empty());
    lab.settle();
    COMPARE_TEXT(unset->text(), "ADDED a, ADDED b, ADDED c, DELETED a"); // H1
    COMPARE_TEXT(zero->text(), unset->text());
}

void TestWatch::fromAVersionOnlyWhatIsLater()
{
    Lab lab;
    make(lab, "a");
    const std::string then = std::to_string(lab.server->revision());
    make(lab, "b");
    lab.patch(configMaps / "a", "{data: {k: v}}");
    const auto seen = lab.watch(watchFrom(configMaps, "&resourceVersion=" + then)); // H2
    lab.remove(configMaps / "b");
    lab.settle();
    COMPARE_TEXT(seen->text(), "ADDED b, MODIFIED a, DELETED b");
    QCOMPARE(seen->events.back().revision, lab.server->revision()); // H3
    COMPARE_TEXT(std::string(api::textAt(*seen->events.back().object, {"metadata", "resourceVersion"})),
        std::to_string(lab.server->revision()));
    COMPARE_TEXT(std::string(api::textAt(*seen->events.back().object, {"kind"})), "ConfigMap");
}

void TestWatch::selectors()
{
    Lab lab;
    make(lab, "a", "{app: web}");
    const auto seen = lab.watch(watchFrom(
        configMaps, "&labelSelector=app=web&resourceVersion=" + std::to_string(lab.server->revision())));
    make(lab, "b", "{app: db}");
    lab.patch(configMaps / "a", "{metadata: {labels: {app: db}}}");
    const auto left = lab.server->revision();
    lab.patch(configMaps / "a", "{data: {k: v}}");
    lab.patch(configMaps / "a", "{metadata: {labels: {app: web}}}");
    lab.patch(configMaps / "a", "{data: {k: w}}");
    lab.remove(configMaps / "b");
    lab.settle();
    COMPARE_TEXT(seen->text(), "DELETED a, ADDED a, MODIFIED a"); // H3
    const Json &departed = *seen->events.front().object;
    COMPARE_TEXT(std::string(api::textAt(departed, {"metadata", "labels", "app"})), "web");
    COMPARE_TEXT(std::string(api::textAt(departed, {"metadata", "resourceVersion"})), std::to_string(left));
}

void TestWatch::onlyTheRightWatchesAreTold_data()
{
    QTest::addColumn<std::string>("target");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &target, const std::string &expected) {
        QTest::newRow(name) << target << expected;
    };
    row("all namespaces", "/api/v1/pods?watch=1", "ADDED a, ADDED b, ADDED c, MODIFIED b, DELETED a");
    row("one namespace", "/api/v1/namespaces/kube-system/pods?watch=1", "ADDED c");
    row("H13 one object", watchFrom(pods, "&fieldSelector=metadata.name=b"), "ADDED b, MODIFIED b");
    row("H13 one name in all namespaces", "/api/v1/pods?watch=1&fieldSelector=metadata.name=c", "ADDED c");
    row("H13 a name that never comes", watchFrom(pods, "&fieldSelector=metadata.name=x"), "");
    row("one node", "/api/v1/pods?watch=1&fieldSelector=spec.nodeName=n1", "ADDED a, DELETED a");
    row("a pod enters its node by binding", "/api/v1/pods?watch=1&fieldSelector=spec.nodeName=n2", "ADDED b");
    row("pods without a node",
        "/api/v1/pods?watch=1&fieldSelector=spec.nodeName=", "ADDED b, ADDED c, DELETED b");
    row("another resource", watchFrom(configMaps), "");
}

void TestWatch::onlyTheRightWatchesAreTold()
{
    QFETCH(const std::string, target);
    QFETCH(const std::string, expected);
    Lab lab;
    const auto seen = lab.watch(target);
    lab.settle();
    lab.post(pods, pod("a", "", ", nodeName: n1"));
    lab.post(pods, pod("b"));
    lab.post("/api/v1/namespaces/kube-system/pods", pod("c"));
    lab.post(pods / "b/binding", "{target: {kind: Node, name: n2}}");
    lab.remove(pods / "a?gracePeriodSeconds=0");
    lab.settle();
    QCOMPARE(seen->text(), expected);
}

void TestWatch::tooOldAVersionEndsWithGone()
{
    Lab lab;
    make(lab, "a");
    const std::string then = std::to_string(lab.server->revision());
    const std::string large(200'000, 'x');
    for (int i = 0; i < 400; ++i) {
        const Json patch = api::JsonObject {{"data", api::JsonObject {{"x", std::to_string(i) + large}}}};
        lab.send(Method::Patch, configMaps / "a", patch, api::contentTypes::mergePatch);
    }
    const auto seen = lab.watch(watchFrom(configMaps, "&resourceVersion=" + then));
    lab.settle();
    COMPARE_TEXT(seen->text(), "ERROR"); // H4
    const Json &status = *seen->events.front().object;
    COMPARE_TEXT(std::string(api::textAt(status, {"reason"})), "Expired");
    QVERIFY(api::textAt(status, {"message"}).starts_with("too old resource version: " + then + " ("));
    QVERIFY(seen->closed && seen->error && seen->error->kind == base::ErrorKind::Gone);
    const auto others = lab.watch(watchFrom(nodes, "&resourceVersion=" + then)); // its history is its own
    lab.post(nodes, "{metadata: {name: n}}");
    lab.settle();
    COMPARE_TEXT(others->text(), "ADDED n");
}

/// H5: the original waits. Nobody can know of a revision that we have not told, unless it is from a history
/// that exists no more (X39).
void TestWatch::aFutureVersionIsExpired()
{
    Lab lab;
    const auto future = std::to_string(lab.server->revision() + 2);
    const auto seen = lab.watch(watchFrom(configMaps, "&resourceVersion=" + future));
    make(lab, "a");
    make(lab, "b");
    make(lab, "c");
    lab.settle();
    COMPARE_TEXT(seen->text(), "ERROR");
    QVERIFY(seen->closed && seen->error && seen->error->kind == base::ErrorKind::Gone);
    QVERIFY(seen->events.front().revision <= lab.server->revision()); // else the front would hold it back
}

void TestWatch::timeouts()
{
    Lab lab;
    const auto two = lab.watch(watchFrom(configMaps, "&timeoutSeconds=2")); // H6
    const auto unset = lab.watch(watchFrom(configMaps));
    lab.clock.advance(1999ms);
    QVERIFY(!two->closed);
    lab.clock.advance(2ms);
    QVERIFY(two->closed && !two->error);
    lab.clock.advance(29min);
    QVERIFY(!unset->closed);
    lab.clock.advance(31min);
    QVERIFY(unset->closed && !unset->error);
}

/// A negative time is over at once; none, and more than there is, are as long as usual and without end.
void TestWatch::oddTimeouts()
{
    Lab lab;
    make(lab, "a");
    const auto over = lab.watch(std::string(configMaps) + "?watch=1&timeoutSeconds=-1"); // H6
    const auto none = lab.watch(watchFrom(configMaps, "&timeoutSeconds=0"));
    const auto endless = lab.watch(watchFrom(configMaps, "&timeoutSeconds=9223372036854775807"));
    lab.settle();
    COMPARE_TEXT(over->text(), "ADDED a");
    QVERIFY(over->closed && !over->error && !none->closed);
    lab.clock.advance(60min);
    QVERIFY(none->closed && !none->error && !endless->closed);
}

void TestWatch::bookmarks()
{
    Lab lab;
    const auto asked = lab.watch(watchFrom(configMaps, "&allowWatchBookmarks=true&timeoutSeconds=150"));
    const auto notAsked = lab.watch(watchFrom(configMaps, "&timeoutSeconds=150"));
    lab.post(nodes, "{metadata: {name: n}}");
    lab.settle();
    asked->watch->sendBookmark();
    notAsked->watch->sendBookmark();
    COMPARE_TEXT(asked->text(), "BOOKMARK");
    lab.clock.advance(151s);
    COMPARE_TEXT(asked->text(), "BOOKMARK, BOOKMARK"); // H7: the last one at the end
    COMPARE_TEXT(notAsked->text(), "");
    const Json &bookmark = *asked->events.front().object;
    COMPARE_TEXT(api::writeCanonicalJson(bookmark),
        R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"creationTimestamp":null,"resourceVersion":")"
            + std::to_string(lab.server->revision()) + "\"}}");
}

/// H7: the last bookmark is of what was told, so that who goes on from there misses nothing.
void TestWatch::theEndComesWithABookmark()
{
    Lab lab;
    const auto asked = lab.watch(watchFrom(configMaps, "&allowWatchBookmarks=true"));
    const auto notAsked = lab.watch(watchFrom(configMaps));
    lab.settle();
    make(lab, "a");
    const auto told = lab.server->revision();
    asked->watch->finish();
    notAsked->watch->finish();
    make(lab, "b");
    lab.settle();
    COMPARE_TEXT(asked->text(), "ADDED a, BOOKMARK");
    QCOMPARE(asked->events.back().revision, told);
    COMPARE_TEXT(notAsked->text(), "ADDED a");
    QVERIFY(asked->closed && !asked->error && notAsked->closed && !notAsked->error);
}

void TestWatch::whatIsThereFirstHasAnEnd_data() // H12
{
    QTest::addColumn<std::string>("query");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &query, const char *expected) {
        QTest::newRow(name) << "&resourceVersionMatch=NotOlderThan&sendInitialEvents=" + query
                            << std::string(expected);
    };
    row("all, and its end", "true&allowWatchBookmarks=true", "ADDED a, ADDED b, BOOKMARK, ADDED c");
    row("of version 0", "1&allowWatchBookmarks=true&resourceVersion=0",
        "ADDED a, ADDED b, BOOKMARK, ADDED c");
    row("not older than the first", "true&allowWatchBookmarks=true&resourceVersion=1",
        "ADDED a, ADDED b, BOOKMARK, ADDED c");
    row("of those that are selected", "true&allowWatchBookmarks=true&fieldSelector=metadata.name=b",
        "ADDED b, BOOKMARK");
    row("of none", "true&allowWatchBookmarks=true&fieldSelector=metadata.name=z", "BOOKMARK");
    row("without bookmarks", "true", "ADDED a, ADDED b, ADDED c");
    row("not what is there", "false&allowWatchBookmarks=true", "ADDED c");
    row("nor when that is written so", "FALSE&allowWatchBookmarks=true", "ADDED c");
    row("whatever else it says", "yes&allowWatchBookmarks=please", "ADDED a, ADDED b, BOOKMARK, ADDED c");
    row("nor at version 0", "false&resourceVersion=0", "ADDED c");
}

void TestWatch::whatIsThereFirstHasAnEnd()
{
    QFETCH(const std::string, query);
    QFETCH(const std::string, expected);
    Lab lab;
    make(lab, "a");
    make(lab, "b");
    const std::string then = std::to_string(lab.server->revision());
    const auto seen = lab.watch(watchFrom(configMaps, query));
    make(lab, "c");
    lab.settle();
    COMPARE_TEXT(seen->text(), expected);
    for (const api::WatchEvent &event : seen->events) {
        if (event.type == Type::Bookmark)
            COMPARE_TEXT(api::writeCanonicalJson(*api::find(*event.object, {"metadata"})),
                R"({"annotations":{"k8s.io/initial-events-end":"true"},"creationTimestamp":null,)"
                R"("resourceVersion":")"
                    + then + "\"}");
    }
}

void TestWatch::theEndComesBeforeLaterChanges() // H12
{
    Lab lab;
    for (int i = 0; i < 1200; ++i)
        make(lab, "c" + std::to_string(10'000 + i));
    const std::string then = std::to_string(lab.server->revision());
    const auto seen = lab.watch(watchFrom(
        configMaps, "&allowWatchBookmarks=1&sendInitialEvents=1&resourceVersionMatch=NotOlderThan"));
    for (int i = 0; i < 5; ++i)
        lab.remove(configMaps / ("c" + std::to_string(10'000 + i)));
    lab.settle();
    QCOMPARE(seen->events.size(), std::size_t(1206));
    for (std::size_t i = 0; i < seen->events.size(); ++i)
        QVERIFY(seen->events[i].type
            == (i < 1200        ? Type::Added
                    : i == 1200 ? Type::Bookmark
                                : Type::Deleted));
    COMPARE_TEXT(std::string(api::textAt(*seen->events[1200].object, {"metadata", "resourceVersion"})), then);
    seen->watch->sendBookmark();
    QVERIFY(seen->events.back().type == Type::Bookmark);
    QVERIFY(!api::find(*seen->events.back().object, {"metadata", "annotations"}));
}

void TestWatch::bookmarksHaveTheFormOfTheEvents_data()
{
    QTest::addColumn<std::string>("form");
    QTest::addColumn<std::string>("apiVersion");
    QTest::newRow("PartialObjectMetadata")
        << std::string("PartialObjectMetadata") << std::string("meta.k8s.io/v1");
    QTest::newRow("Table") << std::string("Table") << std::string("meta.k8s.io/v1");
}

void TestWatch::bookmarksHaveTheFormOfTheEvents() // H7, H11
{
    QFETCH(const std::string, form);
    QFETCH(const std::string, apiVersion);
    Lab lab;
    api::Request request =
        Lab::request(Method::Get, watchFrom(configMaps, "&allowWatchBookmarks=true&timeoutSeconds=70"));
    request.accept = "application/json;as=" + form + ";v=v1;g=meta.k8s.io";
    std::vector<api::WatchEvent> events;
    const auto opened = lab.server->watch(request,
        {[&](std::vector<api::WatchEvent> more) { events.insert(events.end(), more.begin(), more.end()); },
            [](const auto &) {}});
    lab.settle();
    opened.value()->sendBookmark();
    lab.clock.advance(71s);
    QCOMPARE(events.size(), std::size_t(2));
    for (const api::WatchEvent &event : events) {
        QVERIFY(event.type == Type::Bookmark);
        COMPARE_TEXT(std::string(api::textAt(*event.object, {"kind"})), form);
        COMPARE_TEXT(std::string(api::textAt(*event.object, {"apiVersion"})), apiVersion);
        COMPARE_TEXT(std::string(api::textAt(*event.object, {"metadata", "resourceVersion"})),
            std::to_string(lab.server->revision()));
    }
    if (form == "Table")
        COMPARE_TEXT(std::string(api::textAt(
                         events.front().object->at("rows").as_array().front().at("object"), {"kind"})),
            "PartialObjectMetadata");
}

void TestWatch::refusals_data()
{
    QTest::addColumn<std::string>("target");
    QTest::addColumn<int>("code");
    QTest::newRow("H8 a version that is no number") << watchFrom(configMaps, "&resourceVersion=x") << 400;
    QTest::newRow("H12 initial events without a match")
        << watchFrom(configMaps, "&sendInitialEvents=true") << 422;
    QTest::newRow("H12 initial events of exactly a version")
        << watchFrom(configMaps, "&sendInitialEvents=true&resourceVersionMatch=Exact&resourceVersion=1")
        << 422;
    QTest::newRow("H12 a match without initial events")
        << watchFrom(configMaps, "&resourceVersionMatch=NotOlderThan&resourceVersion=1") << 422;
    QTest::newRow("H12 initial events of the future") << watchFrom(
        configMaps, "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=99999")
                                                      << 504;
    QTest::newRow("a timeout that is no number") << watchFrom(configMaps, "&timeoutSeconds=x") << 400;
    QTest::newRow("A13 an empty time") << watchFrom(configMaps, "&timeoutSeconds=") << 400;
    QTest::newRow("A13 an empty limit") << watchFrom(configMaps, "&limit=") << 400;
    QTest::newRow("a selector with a syntax error") << watchFrom(configMaps, "&labelSelector=a b") << 400;
    QTest::newRow("an unknown resource") << std::string("/api/v1/wombats?watch=1") << 404;
}

void TestWatch::refusals()
{
    QFETCH(const std::string, target);
    QFETCH(const int, code);
    Lab lab;
    const auto refused = lab.server->watch(Lab::request(Method::Get, target), {});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, code);
    QVERIFY(lab.server->isWatch(Lab::request(Method::Get, "/api/v1/pods?watch=true")));
    QVERIFY(lab.server->isWatch(Lab::request(Method::Get, "/api/v1/pods?watch="))); // A13
    QVERIFY(!lab.server->isWatch(Lab::request(Method::Get, "/api/v1/nodes/n?watch=1"))); // C14
    QVERIFY(!lab.server->isWatch(Lab::request(Method::Get, "/api/v1/pods?watch=0")));
}

void TestWatch::oneOrderForAll()
{
    Lab lab;
    std::vector<std::unique_ptr<Seen>> all;
    const std::string from = std::to_string(lab.server->revision());
    for (int i = 0; i < 5; ++i)
        all.push_back(
            lab.watch(watchFrom(configMaps, "&limit=1&resourceVersion=" + from))); // H8: limit is ignored
    for (int i = 0; i < 40; ++i) {
        const std::string name = "c" + std::to_string(i);
        make(lab, name);
        lab.patch(configMaps / name, "{data: {k: v}}");
        if (i % 2)
            lab.remove(configMaps / name);
        if (i % 7 == 0)
            lab.settle();
    }
    lab.settle();
    for (const auto &seen : all) { // H9
        QCOMPARE(seen->events.size(), std::size_t(100));
        for (std::size_t i = 0; i < seen->events.size(); ++i) {
            QCOMPARE(seen->events[i].revision, std::stoull(from) + 1 + i);
            QCOMPARE(seen->events[i].object, all[0]->events[i].object); // one version, shared
        }
    }
}

void TestWatch::eventsComeInLaterTurnsAndBatches()
{
    Lab lab;
    for (int i = 0; i < 1200; ++i)
        make(lab, "c" + std::to_string(i));
    std::vector<std::size_t> batches;
    const auto opened = lab.server->watch(Lab::request(Method::Get, watchFrom(configMaps)),
        {[&](const std::vector<api::WatchEvent> &events) { batches.push_back(events.size()); },
            [](const auto &) {}});
    QVERIFY(opened && batches.empty());
    lab.settle();
    QCOMPARE(batches, (std::vector<std::size_t> {500, 500, 200}));
}

void TestWatch::destroyedWatchesAreSilent()
{
    Lab lab;
    const auto seen = lab.watch(watchFrom(configMaps));
    make(lab, "a");
    seen->watch.reset();
    lab.settle();
    QVERIFY(seen->events.empty() && !seen->closed);
    // One that is destroyed from inside its own sink.
    std::unique_ptr<api::Watch> own;
    int calls = 0;
    auto opened = lab.server->watch(Lab::request(Method::Get, watchFrom(configMaps)),
        {[&](const auto &) {
             ++calls;
             own.reset();
         },
            [&](const auto &) { ++calls; }});
    own = std::move(*opened);
    lab.settle();
    make(lab, "b");
    lab.clock.advance(2h);
    QCOMPARE(calls, 1);
    // One that outlives its server.
    const auto late = lab.watch(watchFrom(configMaps));
    lab.server.reset();
    lab.clock.advance(2h);
    QVERIFY(late->events.empty());
}

void TestWatch::aSlowWatchIsGoneAndDelaysNobody()
{
    Lab lab;
    const auto slow =
        lab.watch(watchFrom(configMaps, "&resourceVersion=" + std::to_string(lab.server->revision())));
    const auto other =
        lab.watch(watchFrom(nodes, "&resourceVersion=" + std::to_string(lab.server->revision())));
    make(lab, "a");
    lab.post(nodes, "{metadata: {name: n}}");
    const std::string large(200'000, 'x');
    for (int i = 0; i < 400; ++i) { // H14: more than the log holds, before the watch has its turn
        const Json patch = api::JsonObject {{"data", api::JsonObject {{"x", std::to_string(i) + large}}}};
        lab.send(Method::Patch, configMaps / "a", patch, api::contentTypes::mergePatch);
    }
    lab.settle();
    COMPARE_TEXT(slow->text(), "ERROR");
    QVERIFY(slow->error && slow->error->kind == base::ErrorKind::Gone);
    COMPARE_TEXT(other->text(), "ADDED n");
}

void TestWatch::tablesHaveColumnsOnce()
{
    Lab lab;
    api::Request request = Lab::request(Method::Get, watchFrom(configMaps));
    request.accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
    std::vector<api::WatchEvent> events;
    const auto opened = lab.server->watch(request,
        {[&](std::vector<api::WatchEvent> more) { events.insert(events.end(), more.begin(), more.end()); },
            [](const auto &) {}});
    make(lab, "a");
    make(lab, "b");
    lab.settle();
    QCOMPARE(events.size(), std::size_t(2));
    const auto columns = [&](int i) {
        return events[static_cast<std::size_t>(i)].object->at("columnDefinitions");
    };
    QCOMPARE(columns(0).as_array().size(), std::size_t(3)); // H11
    QVERIFY(columns(1).is_null());
    COMPARE_TEXT(std::string(api::textAt(*events[1].object, {"kind"})), "Table");
}

void TestWatch::metadataOnly()
{
    Lab lab;
    api::Request request = Lab::request(Method::Get, watchFrom(configMaps));
    request.accept = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
    std::vector<api::WatchEvent> events;
    const auto opened = lab.server->watch(request,
        {[&](std::vector<api::WatchEvent> more) { events.insert(events.end(), more.begin(), more.end()); },
            [](const auto &) {}});
    lab.post(configMaps, "{metadata: {name: a}, data: {k: v}}");
    lab.settle();
    QCOMPARE(events.size(), std::size_t(1)); // H11
    COMPARE_TEXT(std::string(api::textAt(*events[0].object, {"kind"})), "PartialObjectMetadata");
    QVERIFY(!api::find(*events[0].object, {"data"}));
}

/// I8
void TestWatch::whatCanNotBeShownEndsOneWatch()
{
    base::Clock clock {start};
    lab::Store store;
    lab::Collection &things = store.collection("things");
    for (const char *name : {"a", "b"}) {
        Json draft = yaml(std::string("{metadata: {name: ") + name + "}}");
        store.put(things, {{}, name}, draft);
    }
    lab::WatchHub hub(clock, store);
    const auto opened = [&](Seen &seen, lab::View view) {
        lab::WatchOptions options;
        options.view = std::move(view);
        options.timeout = 60s;
        seen.watch = hub.open(things, std::move(options),
            {[&seen](const std::vector<api::WatchEvent> &events) {
                 seen.events.insert(seen.events.end(), events.begin(), events.end());
             },
                [&seen](const std::optional<base::Error> &error) {
                    seen.closed = true;
                    seen.error = error;
                }});
    };
    Seen broken;
    Seen whole;
    opened(broken, [](const api::JsonPtr &object) {
        if (api::textAt(*object, {"metadata", "name"}) == "b")
            throw std::runtime_error("nobody foresaw this");
        return object;
    });
    opened(whole, {});
    QTest::ignoreMessage(
        QtCriticalMsg, QRegularExpression(QStringLiteral("watch things: .*nobody foresaw this")));
    clock.advance(1ms);
    COMPARE_TEXT(broken.text(), "ADDED a, ERROR");
    COMPARE_TEXT(api::textAt(*broken.events.back().object, {"reason"}), "InternalError");
    QVERIFY(broken.closed && broken.error && broken.error->kind == base::ErrorKind::Transient);
    COMPARE_TEXT(whole.text(), "ADDED a, ADDED b");
    QVERIFY(!whole.closed);
}

QTEST_GUILESS_MAIN(TestWatch)
#include "tst_watch.moc"
