// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/planlab.h"

#include "core/api/event.h"
#include "core/api/health.h"
#include "core/api/machinedeployment.h"
#include "core/api/volume.h"
#include "core/api/workload.h"
#include "core/api/yaml.h"
#include "core/base/overloaded.h"
#include "tests/support/plantext.h"

#include <QTest>

namespace support {

namespace {

using base::ErrorKind;

std::unique_ptr<core::lab::ApiServer> openLab(base::Clock &clock)
{
    auto lab = core::lab::ApiServer::create({clock});
    if (!lab)
        qFatal("%s", lab.error().message.c_str());
    return std::move(*lab);
}

const api::Resource *resourceNamed(std::string_view kind)
{
    static const std::map<std::string, const api::Resource *, std::less<>> known = [] {
        std::map<std::string, const api::Resource *, std::less<>> all;
        for (const api::Resource *resource :
            {&api::resourceOf<api::MachineDeployment>(), &api::resourceOf<api::MachineSet>(),
                &api::resourceOf<api::Machine>(), &api::resourceOf<api::MachineHealthCheck>(),
                &api::resourceOf<api::Node>(), &api::resourceOf<api::Pod>(), &api::resourceOf<api::Lease>(),
                &api::resourceOf<api::PodDisruptionBudget>(), &api::resourceOf<api::Namespace>(),
                &api::resourceOf<api::PersistentVolume>(), &api::resourceOf<api::PersistentVolumeClaim>(),
                &api::resourceOf<api::StorageClass>()})
            all[resource->kind] = resource;
        return all;
    }();
    const auto found = known.find(kind);
    return found == known.end() ? nullptr : found->second;
}

} // namespace

void PlanLab::Counter::send(api::RequestPtr request, client::ResponseCallback callback)
{
    m_answer = [response = m_lab.answer(*request), callback = std::move(callback)] { callback(response); };
}

std::unique_ptr<api::Watch> PlanLab::Counter::watch(api::Request, api::WatchSink)
{
    qFatal("who writes does not watch");
}

void PlanLab::Counter::deliver()
{
    if (const auto answer = std::exchange(m_answer, {}))
        answer();
}

PlanLab::PlanLab(base::Time start) : clock(start), m_lab(openLab(clock)) { }

void PlanLab::start()
{
    informers.start();
    refresh();
    if (!informers.allSynced())
        qFatal("the lab does not list at once");
}

void PlanLab::apply(const runtime::Plan &plan)
{
    for (const api::Effect &effect : plan.effects) {
        if (const auto done = performPlanned(effect); !done)
            fail(textOf(effect) + ": " + done.error().message);
    }
}

base::Result<> PlanLab::performPlanned(const api::Effect &effect)
{
    const bool seesAll = !storesLag;
    const std::uint64_t before = revision();
    base::Result<> result = perform(effect);
    writes += std::holds_alternative<api::EmitEvent>(effect) ? 0 : 1;
    if (result && seesAll && revision() == before && std::holds_alternative<api::PatchObject>(effect))
        fail("write without a change: " + textOf(effect));
    return result;
}

std::string PlanLab::eventReasons() const
{
    std::string reasons;
    for (const api::EmitEvent &event : events)
        reasons += (reasons.empty() ? "" : " ") + event.reason;
    return reasons;
}

void PlanLab::demand(const api::Effect &effect)
{
    if (const auto done = perform(effect); !done)
        fail(textOf(effect) + ": " + done.error().message);
}

void PlanLab::fail(const std::string &problem)
{
    QTest::qFail(problem.c_str(), __FILE__, __LINE__);
}

void PlanLab::create(const char *yaml)
{
    const auto documents = api::parseYamlDocuments(yaml);
    if (!documents)
        return fail("YAML: " + documents.error().message);
    for (const api::Json &document : *documents)
        demand(api::CreateObject {resourceNamed(api::textAt(document, {"kind"})), document});
}

void PlanLab::patchYaml(const api::ResourceRef &target, const char *yaml, const char *subresource)
{
    const auto patch = api::parseYaml(yaml);
    if (!patch)
        return fail("YAML: " + patch.error().message);
    demand(api::PatchObject {target, subresource, *patch});
}

base::Result<> PlanLab::perform(const api::Effect &effect)
{
    if (const auto *event = std::get_if<api::EmitEvent>(&effect)) {
        events.push_back(*event);
        return {};
    }
    const auto *creation = std::get_if<api::CreateObject>(&effect);
    const bool isLost = creation && creation->resource->kind == losesResponse;
    const std::uint64_t before = m_lab->revision();
    base::Result<> result = ask(effect);
    const bool hasChanged = m_lab->revision() != before;
    if (isLost) {
        losesResponse.clear();
        storesLag = true;
        result = base::fail(ErrorKind::Transient, "the connection broke");
    }
    if (!storesLag)
        refresh();
    if (hasChanged && onWrite)
        onWrite();
    return result;
}

base::Result<> PlanLab::ask(const api::Effect &effect)
{
    base::Result<> result;
    const auto take = [&](const base::Result<api::JsonPtr> &answer) {
        if (!answer)
            result = tl::unexpected(answer.error());
    };
    const auto takeUnlessGone = [&](const base::Result<api::JsonPtr> &answer) {
        if (answer || answer.error().kind != ErrorKind::NotFound)
            take(answer);
    };
    std::visit(base::Overloaded {
                   [&](const api::CreateObject &e) { m_writer.create(*e.resource, e.object, take); },
                   [&](const api::PatchObject &e) { m_writer.patch(e, take); },
                   [&](const api::DeleteObject &e) { m_writer.remove(e, takeUnlessGone); },
                   [&](const api::EvictPod &e) { m_writer.evict(e, takeUnlessGone); },
                   [&](const api::BindPod &e) { m_writer.bind(e, take); },
                   [](const api::EmitEvent &) {},
               },
        effect);
    m_counter.deliver();
    return result;
}

void PlanLab::refresh()
{
    storesLag = false;
    clock.advance({});
}

} // namespace support
