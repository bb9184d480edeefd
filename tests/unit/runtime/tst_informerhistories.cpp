// SPDX-License-Identifier: GPL-3.0-or-later
// Random histories of an informer: its state never contradicts itself, and ends as the server is.
#include "tests/unit/dice.h"
#include "tests/unit/runtime/informerfixture.h"

#include <array>
#include <functional>
#include <map>

using namespace informertest;

class TestInformerHistories : public QObject
{
    Q_OBJECT

private slots:
    /// Whatever happens, in whatever order, what it says of its state fits together; and once the server
    /// serves, it is live.
    void itsStateNeverContradictsItself()
    {
        using base::ErrorKind;
        constexpr std::array kinds {ErrorKind::Transient, ErrorKind::Gone, ErrorKind::Forbidden,
            ErrorKind::NotFound, ErrorKind::TooManyRequests};
        Dice dice;
        for (int round = 0; round < 200; ++round) {
            Bench bench;
            const InformerBase &informer = bench.informer;
            int revision = 10;
            const auto contradiction = [&]() -> const char * {
                const State state = informer.state();
                const auto open = std::ranges::count_if(
                    bench.transport.watches, [](const auto &watch) { return watch->open; });
                if (state == State::Watching
                    && (!informer.hasSynced() || informer.liveUntil() != bench.clock.now()))
                    return "live without data";
                if ((state == State::Watching || state == State::Stopped) && !informer.problem().empty())
                    return "a problem that nobody has";
                if (informer.retryAt() && (state != State::Waiting || open > 0))
                    return "tries again what is under way";
                if (state == State::Waiting && informer.problem().empty())
                    return "waits without a reason";
                if (informer.isRefused() && informer.problem().empty())
                    return "refused without a reason";
                if (open > (state == State::Watching || state == State::Waiting ? 1 : 0))
                    return "too many watches";
                return nullptr;
            };
            const char *found = nullptr;
            const auto look = [&] { found = found ? found : contradiction(); };
            const auto subscription = bench.informer.onState(look);
            const auto anyError = [&] { return error(kinds[dice.below(kinds.size())]); };
            const auto answerWell = [&] { bench.transport.answer(list(++revision, {node("a", 3)})); };
            const std::array<std::function<void()>, 9> things {
                [&] { bench.informer.start(); },
                [&] {
                    if (dice.oneIn(3))
                        bench.informer.stop();
                },
                [&] { bench.informer.relist(); },
                [&] { bench.informer.reconnect(); },
                [&] {
                    if (!bench.transport.sent.empty())
                        answerWell();
                },
                [&] {
                    if (!bench.transport.sent.empty())
                        bench.transport.answer(tl::unexpected(anyError()));
                },
                [&] {
                    if (!bench.transport.watches.empty())
                        bench.transport.close(
                            dice.oneIn(2) ? std::optional(anyError()) : std::optional<base::Error>());
                },
                [&] {
                    if (!bench.transport.watches.empty())
                        bench.transport.deliver({modified(node("a", ++revision))});
                },
                [&] { bench.clock.advance(std::chrono::milliseconds(dice.below(5000))); },
            };
            for (int step = 0; step < 80 && !found; ++step) {
                things[dice.below(things.size())]();
                look();
            }
            bench.informer.start();
            for (int turn = 0; turn < 100; ++turn) {
                while (!bench.transport.sent.empty())
                    answerWell();
                bench.clock.advance(10s);
                look();
            }
            QVERIFY2(!found, found ? found + QByteArray(" ") + dice.seedText() : QByteArray());
            QVERIFY2(informer.state() == State::Watching, dice.seedText());
        }
    }

    /// A random history, told with breaks, repetitions, offers and relists, ends in the same store, and the
    /// changes that were told add up to it.
    void anyTellingOfAHistoryEndsInItsLastState()
    {
        Dice dice;
        for (int round = 0; round < 200; ++round) {
            Bench bench;
            std::map<std::string, std::string> told; // built from the changes alone
            const auto subscription = bench.informer.onChange([&](const auto &before, const auto &after) {
                if (after)
                    told[after->metadata.name] = after->metadata.resourceVersion;
                else
                    told.erase(before->metadata.name);
            });
            std::map<std::string, Json> world;
            std::vector<WatchEvent> history; // at revision i + 1
            const auto happen = [&] {
                const std::string name(1, static_cast<char>('a' + dice.below(5)));
                const int revision = static_cast<int>(history.size()) + 1;
                const Json now = node(name, revision);
                const bool known = world.contains(name);
                if (known && dice.oneIn(3)) {
                    history.push_back(deleted(now));
                    world.erase(name);
                } else {
                    history.push_back(known ? modified(now) : added(now));
                    world[name] = now;
                }
            };
            const auto listNow = [&] {
                JsonArray items;
                for (const auto &[name, object] : world)
                    items.push_back(object);
                bench.transport.answer(list(static_cast<int>(history.size()), std::move(items)));
            };
            std::size_t shown = 0;
            const auto showUpTo = [&](std::size_t end) {
                for (; shown < end; ++shown) {
                    bench.transport.deliver({history[shown]});
                    if (dice.oneIn(4))
                        bench.transport.deliver({history[dice.below(shown + 1)]});
                }
            };
            bench.informer.start();
            listNow();
            for (int step = 0; step < 60; ++step) {
                happen();
                const WatchEvent &latest = history.back();
                if (latest.type != WatchEvent::Type::Deleted && dice.oneIn(3))
                    bench.informer.offer(latest.object);
                if (dice.oneIn(2))
                    showUpTo(history.size() - dice.below(history.size() - shown + 1));
                if (dice.oneIn(8)) {
                    const bool expired = dice.oneIn(2);
                    bench.transport.close(
                        error(expired ? base::ErrorKind::Gone : base::ErrorKind::Transient));
                    bench.untilNextRequest();
                    if (expired) {
                        listNow();
                        shown = history.size();
                    }
                }
            }
            showUpTo(history.size());
            std::map<std::string, std::string> expected;
            for (const auto &[name, object] : world)
                expected[name] = api::textAt(object, {"metadata", "resourceVersion"});
            QVERIFY2(told == expected, dice.seedText());
            std::map<std::string, std::string> held;
            for (const auto &object : bench.informer.store().list())
                held[object->metadata.name] = object->metadata.resourceVersion;
            QVERIFY2(held == expected, dice.seedText());
        }
    }
};

QTEST_GUILESS_MAIN(TestInformerHistories)
#include "tst_informerhistories.moc"
