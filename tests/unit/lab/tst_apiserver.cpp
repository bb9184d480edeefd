// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/apiserver.h"

#include <QTest>

using namespace core;
using api::Json;
using api::Method;

class TestApiServer : public QObject
{
    Q_OBJECT

private slots:
    void createsReadsWatchesAndDeletes()
    {
        base::Clock clock {base::Time(std::chrono::seconds(1'700'000'000))};
        auto server = lab::ApiServer::create({clock, 1});
        QVERIFY(server);
        std::vector<api::WatchEvent> seen;
        api::Request watchRequest;
        watchRequest.path = "/api/v1/nodes";
        watchRequest.query = {{"watch", "1"}};
        auto watch = (*server)->watch(watchRequest,
            {[&](std::vector<api::WatchEvent> events) {
                 seen.insert(seen.end(), events.begin(), events.end());
             },
                [](const auto &) {}});
        QVERIFY(watch);
        api::Request request;
        request.method = Method::Post;
        request.path = "/api/v1/nodes";
        request.body = api::share({{"metadata", {{"name", "n1"}}}});
        const api::Response created = (*server)->answer(request);
        QCOMPARE(created.code, 201);
        clock.advance(std::chrono::seconds(1));
        QCOMPARE(seen.size(), std::size_t(1));
        request.method = Method::Delete;
        request.path += "/n1";
        request.body = nullptr;
        QCOMPARE((*server)->answer(request).code, 200);
        QCOMPARE((*server)->answer(request).code, 404);
        clock.advance(std::chrono::seconds(1));
        QCOMPARE(seen.size(), std::size_t(2));
        QCOMPARE(seen[1].type, api::WatchEvent::Type::Deleted);
    }
};

QTEST_GUILESS_MAIN(TestApiServer)
#include "tst_apiserver.moc"
