// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/mailbox.h"

#include <QTest>

#include <atomic>
#include <memory>
#include <thread>

using core::base::Mailbox;

class TestMailbox : public QObject
{
    Q_OBJECT

private slots:
    void wakesOncePerBatchAndKeepsTheOrder()
    {
        int wakes = 0;
        Mailbox<int> box([&] { ++wakes; });
        box.put(1);
        box.put(2);
        QCOMPARE(wakes, 1);
        QCOMPARE(box.takeAll(), (std::vector {1, 2}));
        QVERIFY(box.takeAll().empty());
        box.put(3);
        QCOMPARE(wakes, 2);
        QCOMPARE(box.takeAll(), (std::vector {3}));
    }

    void carriesWhatCanOnlyBeMoved()
    {
        Mailbox<std::unique_ptr<int>> box({});
        box.put(std::make_unique<int>(9));
        QCOMPARE(*box.takeAll().front(), 9);
    }

    void theWakeFunctionMayTakeFromTheBox()
    {
        std::vector<int> taken;
        Mailbox<int> *self = nullptr;
        Mailbox<int> box([&] { taken = self->takeAll(); });
        self = &box;
        box.put(1);
        QCOMPARE(taken, (std::vector {1}));
    }

    void losesNothingAmongManyThreads()
    {
        constexpr int senders = 4;
        constexpr int each = 5'000;
        std::atomic<int> wakes = 0;
        Mailbox<std::pair<int, int>> box([&] { ++wakes; });
        std::vector<std::thread> threads;
        for (int sender = 0; sender < senders; ++sender)
            threads.emplace_back([&, sender] {
                for (int i = 0; i < each; ++i)
                    box.put({sender, i});
            });
        std::vector<int> next(senders, 0);
        int received = 0;
        int batches = 0;
        while (received < senders * each) {
            const auto batch = box.takeAll();
            batches += batch.empty() ? 0 : 1;
            for (const auto &[sender, number] : batch) {
                QCOMPARE(number, next.at(static_cast<std::size_t>(sender))++);
                ++received;
            }
            std::this_thread::yield();
        }
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(wakes.load(), batches);
    }
};

QTEST_GUILESS_MAIN(TestMailbox)
#include "tst_mailbox.moc"
