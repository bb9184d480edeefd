// SPDX-License-Identifier: GPL-3.0-or-later
// docs/controllers.md shows every controller's row. HOLLOWLAB_WRITE_DOCS=1 writes it.
#include "core/engine/controllers.h"
#include "tests/labels.h"

#include <QTest>

#include <array>

using namespace core;
using engine::ControllerDescriptor;
using engine::ControllerGroup;
using namespace Qt::Literals::StringLiterals;

namespace {

/// The originals' leases (docs/machines.md §10.1): of providers of machines one stands for all.
constexpr std::array<std::string_view, 6> originals {"cluster-api-provider-aws-leader",
    "cluster-api-provider-machineset-leader", "cluster-api-provider-nodelink-leader",
    "cluster-api-provider-healthcheck-leader", "machine-controller", "machine-controller-manager"};

std::string headingOf(ControllerGroup group)
{
    switch (group) {
    case ControllerGroup::ControlPlane:
        return "Control plane";
    case ControllerGroup::HollowNodes:
        return "Hollow nodes";
    case ControllerGroup::MachineApi:
        return "machine.openshift.io";
    case ControllerGroup::Mcm:
        return "machine.sapcloud.io";
    }
    return {};
}

void append(std::string &list, const std::string &name)
{
    list += (list.empty() ? "`" : ", `") + name + '`';
}

std::string needsOf(const ControllerDescriptor &row)
{
    std::string needs;
    for (const api::Resource *kind : row.needs)
        append(needs, kind->plural + '.' + kind->group);
    return needs;
}

std::string foreignLeasesOf(const ControllerDescriptor &row)
{
    std::string leases;
    for (const std::string_view lease : originals) {
        if (row.isForeignLease && row.isForeignLease(lease))
            append(leases, std::string(lease));
    }
    return leases;
}

std::string lineOf(const ControllerDescriptor &row)
{
    return "| `" + std::string(row.name) + "` | " + std::string(row.sentence) + " | "
        + (row.isLabOnly ? "yes" : "") + " | " + needsOf(row) + " | " + foreignLeasesOf(row) + " |\n";
}

/// docs/controllers.md
std::string page()
{
    std::string text = R"(# Controllers

Who acts on a cluster, in the order of starting, under the names that `--controllers`, leases
(`hollowlab-NAME`) and the window use. On an external cluster none of those runs that only labs have; one of
the others runs while the kinds that it needs are served, and stays away while somebody else holds a lease
that is listed beside it (`docs/machines.md` §10.1; that of aws stands for any provider's). This page is
written by `HOLLOWLAB_WRITE_DOCS=1 tst_controllers` from the rows in `core/engine/controllers.cpp`; a test
compares the two.
)";
    std::optional<ControllerGroup> group;
    for (const ControllerDescriptor &row : engine::controllerDescriptors()) {
        if (group != row.group) {
            group = row.group;
            text += "\n## " + headingOf(row.group)
                + "\n\n| Controller | What it does | Only in labs | Needs | Stays away from |\n"
                  "|---|---|---|---|---|\n";
        }
        text += lineOf(row);
    }
    return text;
}

} // namespace

class TestControllers : public QObject
{
    Q_OBJECT

private slots:
    void thePageShowsTheControllers()
    {
        const QString path = u"docs/controllers.md"_s;
        const QByteArray text = QByteArray::fromStdString(page());
        if (qEnvironmentVariableIsSet("HOLLOWLAB_WRITE_DOCS")) {
            QFile file(labels::pathOf(path));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
        }
        QVERIFY2(
            labels::contents(path).toUtf8() == text, "HOLLOWLAB_WRITE_DOCS=1 tst_controllers writes it anew");
    }

    void everyForeignLeaseIsListed()
    {
        for (const ControllerDescriptor &row : engine::controllerDescriptors())
            QVERIFY2(!row.isForeignLease || !foreignLeasesOf(row).empty(), std::string(row.name).c_str());
    }
};

QTEST_GUILESS_MAIN(TestControllers)
#include "tst_controllers.moc"
