// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/subscription.h"

#include <QTest>

#include <optional>

using namespace core::base;

class TestSubscription : public QObject
{
    Q_OBJECT

private slots:
    void everyBoundListenerIsTold()
    {
        Listeners<int> listeners;
        int first = 0;
        int second = 0;
        const auto one = listeners.add([&](int value) { first += value; });
        auto other = listeners.add([&](int value) { second += value; });
        listeners(2);
        other.reset();
        listeners(3);
        QCOMPARE(first, 5);
        QCOMPARE(second, 2);
    }

    void whoIsGoneIsNotTold()
    {
        Listeners<> listeners;
        int told = 0;
        {
            const auto subscription = listeners.add([&] { ++told; });
            listeners();
        }
        listeners();
        QCOMPARE(told, 1);
    }

    void assigningUnbindsWhatWasHeld()
    {
        Listeners<> listeners;
        std::string told;
        Subscription subscription = listeners.add([&] { told += "a"; });
        subscription = listeners.add([&] { told += "b"; });
        Subscription moved = std::move(subscription);
        listeners();
        QCOMPARE(told, std::string("b"));
    }

    void theSourceMayGoFirst()
    {
        std::optional<Listeners<>> listeners(std::in_place);
        Subscription subscription = listeners->add([] {});
        listeners.reset();
        subscription.reset();
    }

    void listenersMayBindAndUnbindWhileTold()
    {
        Listeners<> listeners;
        std::string told;
        Subscription itself;
        Subscription later;
        Subscription next;
        itself = listeners.add([&, owned = std::make_shared<std::string>("a")] {
            itself.reset();
            next.reset();
            later = listeners.add([&] { told += "c"; });
            listeners.add([] {}).reset(); // sweeps, but not what runs
            told += *owned;
        });
        next = listeners.add([&] { told += "b"; });
        listeners();
        QCOMPARE(told, std::string("a"));
        listeners();
        QCOMPARE(told, std::string("ac"));
    }

    void whatAListenerHoldsGoesWithTheNextOne()
    {
        Listeners<> listeners;
        const auto held = std::make_shared<int>(1);
        auto subscription = listeners.add([held] {});
        QCOMPARE(held.use_count(), 2);
        subscription.reset();
        subscription = listeners.add([] {});
        QCOMPARE(held.use_count(), 1);
    }
};

QTEST_GUILESS_MAIN(TestSubscription)
#include "tst_subscription.moc"
