// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md H10, H15: from bytes to watch events.
#include "core/client/watchdecoder.h"

#include <QTest>

using namespace core;
using namespace core::client;
using Type = api::WatchEvent::Type;

namespace {

const QByteArray stream = R"({"type":"ADDED","object":{"metadata":{"name":"ä","resourceVersion":"5"}}})"
                          "\n"
                          R"({"type":"MODIFIED","object":{"metadata":{"name":"b","resourceVersion":"6"}}})"
                          "\n"
                          R"({"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"7"}}})"
                          "\n"
                          R"({"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired"}})"
                          "\n";

std::string_view view(const QByteArray &bytes)
{
    return {bytes.data(), static_cast<std::size_t>(bytes.size())};
}

} // namespace

class TestWatchDecoder : public QObject
{
    Q_OBJECT

private slots:
    void x11EveryCutGivesTheSameEvents()
    {
        for (qsizetype cut = 0; cut <= stream.size(); ++cut) {
            WatchDecoder decoder(1024);
            auto first = decoder.take(view(stream.left(cut)));
            auto second = decoder.take(view(stream.mid(cut)));
            QVERIFY(!first.failure && !second.failure);
            std::ranges::move(second.events, std::back_inserter(first.events));
            const auto &events = first.events;
            QCOMPARE(events.size(), std::size_t(4));
            QCOMPARE(events[0].type, Type::Added);
            QCOMPARE(api::textAt(*events[0].object, {"metadata", "name"}), std::string_view("ä"));
            QCOMPARE(events[0].revision, std::uint64_t(5));
            QCOMPARE(events[1].type, Type::Modified);
            QCOMPARE(events[2].type, Type::Bookmark);
            QCOMPARE(events[2].revision, std::uint64_t(7));
            QCOMPARE(events[3].type, Type::Error); // a Status, as a value
            QCOMPARE(api::integerAt(*events[3].object, {"code"}), std::optional<std::int64_t>(410));
        }
    }

    void h15AnUnfinishedLineIsNoEvent()
    {
        WatchDecoder decoder(1024);
        const auto taken = decoder.take(R"({"type":"ADDED","object":{"metadata":{}}})");
        QVERIFY(taken.events.empty());
        QVERIFY(!taken.failure);
    }

    void x13StrangeLines_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<int>("events");
        QTest::addColumn<bool>("usable");
        QTest::newRow("an unknown type is skipped")
            << QByteArray(R"({"type":"RENAMED","object":{}})") << 0 << true;
        QTest::newRow("a missing type is skipped") << QByteArray(R"({"object":{}})") << 0 << true;
        QTest::newRow("an empty line is skipped") << QByteArray("\r") << 0 << true;
        QTest::newRow("an ERROR without a Status is passed on")
            << QByteArray(R"({"type":"ERROR","object":{"a":1}})") << 1 << true;
        QTest::newRow("an object of another kind is passed on")
            << QByteArray(R"({"type":"ADDED","object":{"kind":"Table"}})") << 1 << true;
        QTest::newRow("no object") << QByteArray(R"({"type":"ADDED"})") << 0 << false;
        QTest::newRow("an object that is a text")
            << QByteArray(R"({"type":"ADDED","object":"x"})") << 0 << false;
        QTest::newRow("not JSON") << QByteArray("<html>") << 0 << false;
        QTest::newRow("half a JSON") << QByteArray(R"({"type":"ADDED",)") << 0 << false;
        QTest::newRow("two objects on a line")
            << QByteArray(R"({"type":"ADDED","object":{}}{})") << 0 << false;
        QTest::newRow("broken UTF-8")
            << QByteArray("{\"type\":\"ADDED\",\"object\":{\"a\":\"\xc3\"}}") << 0 << false;
        QTest::newRow("a line too long") << QByteArray(5000, ' ') << 0 << false;
    }

    void x13StrangeLines()
    {
        QFETCH(QByteArray, line);
        QFETCH(int, events);
        QFETCH(bool, usable);
        WatchDecoder decoder(1024);
        const auto good = QByteArray(R"({"type":"ADDED","object":{}})") + '\n';
        const auto taken = decoder.take(view(good + line + '\n' + good));
        QCOMPARE(!taken.failure, usable);
        QCOMPARE(taken.events.size(),
            std::size_t(usable ? events + 2 : 1)); // what came before a failure still counts
        if (taken.failure)
            QCOMPARE(taken.failure->kind, base::ErrorKind::Transient);
    }

    void aLineIsBoundedWhileItGrows()
    {
        WatchDecoder decoder(1024);
        std::optional<base::Error> failure;
        int pieces = 0;
        while (!failure && ++pieces < 100)
            failure = decoder.take(std::string(100, 'x')).failure;
        QCOMPARE(pieces, 11);
    }
};

QTEST_GUILESS_MAIN(TestWatchDecoder)
#include "tst_watchdecoder.moc"
