// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Engine and lab on the test's own thread, on a clock that the test advances. What is asserted is the state
// of the world as the API server tells it, never a list of calls.

#include "core/api/machine.h"
#include "core/api/node.h"
#include "core/api/pod.h"
#include "core/engine/engine.h"
#include "core/lab/apiserver.h"
#include "tests/integration/faultytransport.h"

#include <QTemporaryDir>
#include <QTest>

namespace tests {

/// Asks a lab in the same process. Without a content type a patch is a merge patch, anything else JSON.
core::api::Response ask(core::lab::ApiServer &lab, core::api::Method method, std::string path,
    core::api::Json body = {}, std::string_view contentType = {});

/// All objects of the type, of all namespaces; empty where the kind is not served.
template<typename T>
std::vector<T> listOf(core::lab::ApiServer &lab)
{
    std::vector<T> all;
    const core::api::Response response =
        ask(lab, core::api::Method::Get, core::api::collectionPath(core::api::resourceOf<T>(), ""));
    if (response.list) {
        for (const auto &item : response.list->items)
            all.push_back(*core::api::decode<T>(*item));
    }
    return all;
}

class LabHarness
{
public:
    explicit LabHarness(std::string database = ":memory:", std::uint64_t seed = 7);
    ~LabHarness() { leave(); }

    /// Starts the engine; all controllers run.
    void enter();
    /// Ends the engine and the lab as a clean exit would. The test fails if, until then, a plan about an
    /// object gave no reason.
    void leave();
    /// Leaves and comes back on the same database.
    void restart();
    /// Ends the engine as kill -9 would and starts another one; the lab goes on.
    void crash();
    /// The engine exits cleanly and is built anew.
    void restartEngine();
    /// Restarts the engine with room for so many machines.
    void limitMachines(std::size_t most);
    /// Advances unless that takes more tasks than these: time that stands still would go on for ever.
    bool advanceWithin(core::base::Duration duration, std::size_t tasks);

    core::base::Clock &clock() { return m_clock; }
    core::engine::Engine &engine() { return *m_engine; }
    core::lab::ApiServer &lab() { return *m_lab; }
    /// The engine's way to the lab; without a fault unless asked for one.
    FaultyTransport &transport() { return *m_transport; }
    const FaultyTransport &transport() const { return *m_transport; }

    /// Advances in steps until the condition holds; false when the limit of virtual time is over.
    bool until(const std::function<bool()> &condition, core::base::Duration limit);
    void advance(core::base::Duration duration) { m_clock.advance(duration); }

    core::api::Response request(core::api::Method method, std::string path, core::api::Json body = {},
        std::string_view contentType = core::api::contentTypes::json);
    /// Applies the YAML text's objects by plain creation.
    void create(std::string_view yaml);
    /// Merge patch.
    core::api::Response patch(const std::string &path, const std::string &json);
    void scale(const std::string &set, int replicas);
    void breakNode(const std::string &node, const std::string &fault);

    template<typename T>
    std::vector<T> list()
    {
        return listOf<T>(*m_lab);
    }

    std::vector<core::api::Machine> machines() { return list<core::api::Machine>(); }
    /// Nodes of hollow machines, without the hollow host.
    std::vector<core::api::Node> hollowNodes();
    /// Pods that are hollow nodes.
    std::vector<core::api::Pod> hollowPods();
    int readyNodes();
    /// Every machine of both families is Running with a Ready node of its own, and nothing else is left.
    bool settled(int replicas);

private:
    void startEngine();
    void stopEngine();
    void checkReasons();

    std::string m_database;
    std::uint64_t m_seed;
    std::optional<std::size_t> m_mostMachines;
    core::base::Clock m_clock;
    std::unique_ptr<core::lab::ApiServer> m_lab;
    std::unique_ptr<FaultyTransport> m_transport;
    std::unique_ptr<core::engine::Engine> m_engine;
};

/// Files for labs that are to be there again after a restart; gone with their object.
class Databases
{
public:
    std::string next();

private:
    QTemporaryDir m_directory;
    int m_count = 0;
};

/// Rows of a column "restart".
void withAndWithoutRestart();

/// A MachineSet "workers" and its health check, with more lines for the provider config (each indented by
/// 10).
std::string workersYaml(int replicas, const std::string &config = {}, const std::string &check = {});

} // namespace tests
