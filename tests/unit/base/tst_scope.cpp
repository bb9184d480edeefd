// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/scope.h"

#include <QTest>

#include <functional>
#include <optional>
#include <string>

using core::base::Scope;

class TestScope : public QObject
{
    Q_OBJECT

private slots:
    void aBoundFunctionRunsWhileItsScopeLives()
    {
        std::optional<Scope> scope(std::in_place);
        int sum = 0;
        const std::function<void(int, int)> add = scope->bind([&](int a, int b) { sum += a + b; });
        add(1, 2);
        QCOMPARE(sum, 3);
        scope.reset();
        add(10, 20);
        QCOMPARE(sum, 3);
    }

    void resettingLetsGoOfWhatWasBoundBefore()
    {
        Scope scope;
        int runs = 0;
        const std::function<void()> old = scope.bind([&] { runs += 1; });
        scope.reset();
        const std::function<void()> fresh = scope.bind([&] { runs += 10; });
        old();
        fresh();
        QCOMPARE(runs, 10);
    }

    void argumentsArriveWithoutACopy()
    {
        const Scope scope;
        std::unique_ptr<int> kept;
        auto keep = scope.bind([&](std::unique_ptr<int> value) { kept = std::move(value); });
        keep(std::make_unique<int>(5));
        QCOMPARE(*kept, 5);
        std::string text = "a";
        auto append = scope.bind([](std::string &target) { target += "b"; });
        append(text);
        QCOMPARE(text, std::string("ab"));
    }

    void aFunctionMayDestroyItsOwnScope()
    {
        auto scope = std::make_unique<Scope>();
        int runs = 0;
        const std::function<void()> once = scope->bind([&, held = std::make_shared<int>(4)] {
            scope.reset();
            runs += *held;
        });
        once();
        once();
        QCOMPARE(runs, 4);
    }

    void aliveTellsWhetherTheScopeIsStillThere()
    {
        std::optional<Scope> scope(std::in_place);
        const auto first = scope->alive();
        QVERIFY(first());
        scope->reset();
        QVERIFY(!first());
        const auto second = scope->alive();
        QVERIFY(second());
        scope.reset();
        QVERIFY(!second());
    }
};

QTEST_GUILESS_MAIN(TestScope)
#include "tst_scope.moc"
