// SPDX-License-Identifier: GPL-3.0-or-later
// The grammar of providererrors.h, and the driver codes of docs/machines.md §9.11.

#include "core/api/providererrors.h"
#include "tests/unit/printing.h"

using namespace core::api;

namespace {

std::string meaning(std::string_view operation, const std::optional<OperationErrors> &errors)
{
    if (!errors)
        return {};
    const std::string rate =
        errors->times > 0 ? std::to_string(errors->times) + "x" : std::to_string(errors->percent) + "%";
    return std::string(operation) + " " + rate + " " + std::string(nameOf(errors->kind)) + ";";
}

std::string meaning(const ProviderErrors &errors)
{
    return meaning("create", errors.create) + meaning("delete", errors.remove)
        + (errors.quota ? "quota " + std::to_string(*errors.quota) + ";" : std::string());
}

} // namespace

class TestProviderErrors : public QObject
{
    Q_OBJECT

private slots:
    void readsErrors_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("expected");
        const auto row = [](const char *name, const std::string &text, const std::string &expected) {
            QTest::newRow(name) << text << expected;
        };
        row("a share, of a kind", "create 30% quota", "create 30% quota;");
        row("a number", "delete 2 times timeout", "delete 2x timeout;");
        row("unavailable is the default", "create 1 times", "create 1x unavailable;");
        row("always", "create always forbidden", "create 100% forbidden;");
        row("a quota", "quota 5", "quota 5;");
        row("nothing at all", "quota 0", "quota 0;");
        row("all of them", " quota 5 ;delete always ; create 100% invalid",
            "create 100% invalid;delete 100% unavailable;quota 5;");
    }
    void readsErrors()
    {
        QFETCH(std::string, text);
        const auto errors = parseProviderErrors(text);
        QVERIFY_RESULT(errors);
        QTEST(meaning(*errors), "expected");
    }

    void refusesErrors_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("why");
        const auto row = [](const char *name, const std::string &text, const std::string &why) {
            QTest::newRow(name) << text << why;
        };
        row("nothing", "", "\"\": it has to begin with create, delete or quota");
        row("an empty rule", "create always;", "\"\": it has to begin with create, delete or quota");
        row("another operation", "update always",
            "\"update always\": it has to begin with create, delete or quota");
        row("no rate", "create", "\"create\": \"\" is no rate: 1% to 100%, \"<n> times\" or \"always\"");
        row("too much", "create 101%",
            "\"create 101%\": \"101%\" is no rate: 1% to 100%, \"<n> times\" or \"always\"");
        row("never", "create 0 times",
            "\"create 0 times\": \"0\" is no rate: 1% to 100%, \"<n> times\" or \"always\"");
        row("a bare number", "create 3", "\"create 3\": \"times\" is missing at the end");
        row("no such kind", "create always broken",
            "\"create always broken\": \"broken\" is no kind of error; known are quota, forbidden, "
            "unavailable, "
            "timeout, invalid");
        row("more words", "create always quota now",
            "\"create always quota now\": \"now\" is one word too many");
        row("twice", "create always; create 5%", "\" create 5%\": the operation has a rule already");
        row("no quota", "quota many", "\"quota many\": \"many\" is no number of instances");
        row("a negative quota", "quota -1", "\"quota -1\": \"-1\" is no number of instances");
        row("two quotas", "quota 1;quota 2", "\"quota 2\": there is a quota already");
    }
    void refusesErrors()
    {
        QFETCH(std::string, text);
        const auto errors = parseProviderErrors(text);
        QVERIFY(!errors);
        QTEST(errors.error().message, "why");
    }

    /// §9.11
    void driverCodes()
    {
        std::string codes;
        for (const char *name : {"quota", "forbidden", "unavailable", "timeout", "invalid"})
            codes += std::to_string(driverCode(providerErrorKindOf(name).value())) + " ";
        QCOMPARE(codes, "8 7 14 4 3 ");
    }
};

QTEST_GUILESS_MAIN(TestProviderErrors)
#include "tst_providererrors.moc"
