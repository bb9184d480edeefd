// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a provider config against the struct that they describe and the pages that people read
// (docs/machines.md §1.2).
#include "core/api/providerfields.h"

#include "tests/unit/printing.h"

#include <QFile>

#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>

#include <set>

using namespace core::api;
using namespace std::chrono_literals;

namespace {

std::set<std::string> membersOfTheStruct()
{
    using Members = boost::describe::describe_members<KubemarkProviderConfig, boost::describe::mod_public>;
    std::set<std::string> names;
    boost::mp11::mp_for_each<Members>([&](auto member) { names.emplace(member.name); });
    return names;
}

QString contents(const char *file)
{
    QFile page(QStringLiteral(HOLLOWLAB_SOURCE_DIR "/") + QString::fromUtf8(file));
    return page.open(QIODevice::ReadOnly) ? QString::fromUtf8(page.readAll()) : QString();
}

/// The field is a row of Markdown.
QString row(const ProviderField &field, std::initializer_list<std::string_view> columns)
{
    std::string text = "| `" + std::string(field.name) + "` |";
    for (const std::string_view column : columns)
        text += " " + std::string(column) + " |";
    return QString::fromStdString(text + "\n");
}

} // namespace

class TestProviderFields : public QObject
{
    Q_OBJECT

private slots:
    void everyMemberHasARow()
    {
        std::set<std::string> names {"apiVersion", "kind", "metadata"}; // of every object
        for (const ProviderField &field : providerFields())
            QVERIFY2(names.emplace(field.name).second, field.name.data());
        QVERIFY(names == membersOfTheStruct());
    }

    void thePagesHaveTheRows()
    {
        for (const ProviderField &field : providerFields()) {
            const QString rule = row(field, {field.type(), field.whenAbsent, field.meaning, field.refused});
            QVERIFY2(contents("docs/machines.md").contains(rule), qPrintable(rule));
            const QString told = row(field, {field.type(), field.whenAbsent, field.meaning});
            QVERIFY2(contents("README.md").contains(told), qPrintable(told));
        }
    }

    void defaultsAreAsTold()
    {
        const auto absent = [](std::string_view name) {
            return std::ranges::find(providerFields(), name, &ProviderField::name)->whenAbsent;
        };
        QCOMPARE(std::string(absent("numCores")), std::to_string(defaultCores));
        QCOMPARE(std::string(absent("memoryCapacity")), std::to_string(defaultMemory));
    }

    void flagsAreGivenForWhatIsSet()
    {
        KubemarkProviderConfig config;
        config.healthyDuration.value = 5s; // has its effect elsewhere
        const auto flags = [&] {
            std::string all;
            for (const ProviderField &field : providerFields())
                all += field.flagFor(config);
            return all;
        };
        QCOMPARE(flags(), std::string());
        config.memoryCapacity = 4096;
        config.numCores = 2;
        QCOMPARE(flags(), std::string(" --num-cores=2 --memory-capacity=4096"));
    }
};

QTEST_GUILESS_MAIN(TestProviderFields)
#include "tst_providerfields.moc"
