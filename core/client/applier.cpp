// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/applier.h"

#include "core/api/troubles.h"

namespace core::client {

struct Applier::Job {
    std::vector<api::Json> objects;
    std::string defaultNamespace;
    Callback<std::vector<std::string>> callback;
    std::size_t position = 0;
    api::Resource resource; ///< of the object at position
    std::vector<std::string> lines;

    api::Json &object() { return objects[position]; }
    std::string kind() { return std::string(api::textAt(object(), {"kind"})); }
    std::string name() { return std::string(api::textAt(object(), {"metadata", "name"})); }
    api::ResourceRef ref()
    {
        return {&resource, {std::string(api::textAt(object(), {"metadata", "namespace"})), name()}};
    }
};

namespace {

std::pair<std::string, std::string> groupAndVersion(std::string_view apiVersion)
{
    const std::size_t slash = apiVersion.find('/');
    if (slash == std::string_view::npos)
        return {"", std::string(apiVersion)};
    return {std::string(apiVersion.substr(0, slash)), std::string(apiVersion.substr(slash + 1))};
}

} // namespace

Applier::Applier(Client &client) : m_client(client) { }

void Applier::apply(
    std::vector<api::Json> objects, std::string defaultNamespace, Callback<std::vector<std::string>> callback)
{
    auto job = std::make_shared<Job>();
    job->objects = std::move(objects);
    job->defaultNamespace = std::move(defaultNamespace);
    job->callback = std::move(callback);
    next(job);
}

void Applier::next(const std::shared_ptr<Job> &job)
{
    if (job->position == job->objects.size())
        return job->callback(job->lines);
    const auto [group, version] = groupAndVersion(api::textAt(job->object(), {"apiVersion"}));
    if (version.empty() || job->kind().empty() || job->name().empty())
        return fail(job, {base::ErrorKind::Invalid, "apiVersion, kind and metadata.name are required", {}});
    job->resource = {group, version, job->kind(), {}, true};
    api::Request request;
    request.path = group.empty() ? "/api/" + version : "/apis/" + group + "/" + version;
    m_client.send(std::move(request), m_scope.bind([this, job](const base::Result<api::Response> &response) {
        if (!response)
            return fail(job, response.error());
        place(job, response->body ? *response->body : api::Json());
    }));
}

void Applier::place(const std::shared_ptr<Job> &job, const api::Json &apiResourceList)
{
    const api::Json *resources = api::find(apiResourceList, {"resources"});
    if (resources && resources->is_array()) {
        for (const api::Json &entry : resources->get_array()) {
            const std::string_view plural = api::textAt(entry, {"name"});
            if (api::textAt(entry, {"kind"}) != job->resource.kind
                || plural.find('/') != std::string_view::npos)
                continue;
            const api::Json *namespaced = api::find(entry, {"namespaced"});
            job->resource.plural = plural;
            job->resource.namespaced = namespaced && namespaced->is_bool() && namespaced->get_bool();
        }
    }
    if (job->resource.plural.empty())
        return fail(job,
            {base::ErrorKind::NotFound,
                "the server has no kind \"" + job->kind() + "\" in " + job->resource.apiVersion(), {}});
    if (job->resource.namespaced && api::textAt(job->object(), {"metadata", "namespace"}).empty())
        job->object().at("metadata").get_object()["namespace"] = job->defaultNamespace;
    create(job);
}

void Applier::create(const std::shared_ptr<Job> &job)
{
    m_client.create(
        job->resource, job->object(), m_scope.bind([this, job](const base::Result<api::JsonPtr> &created) {
            if (created)
                return finishOne(job, "created");
            if (created.error().kind == base::ErrorKind::AlreadyExists)
                return patchExisting(job);
            fail(job, created.error());
        }));
}

void Applier::patchExisting(const std::shared_ptr<Job> &job)
{
    m_client.patch(
        {job->ref(), {}, job->object()}, m_scope.bind([this, job](const base::Result<api::JsonPtr> &patched) {
            if (!patched)
                return fail(job, patched.error());
            finishOne(job, "configured");
        }));
}

void Applier::finishOne(const std::shared_ptr<Job> &job, const std::string &verb)
{
    const std::string group = job->resource.group.empty() ? "" : "." + job->resource.group;
    job->lines.push_back(job->resource.plural + group + "/" + job->name() + " " + verb);
    ++job->position;
    next(job);
}

void Applier::fail(const std::shared_ptr<Job> &job, const base::Error &error)
{
    base::Error named = api::failWith(error.kind,
        api::troubleSaying("OfObject", job->position + 1, job->kind(), job->name(), api::sayingOf(error)))
                            .value();
    named.retryAfter = error.retryAfter;
    job->callback(tl::unexpected(named));
}

} // namespace core::client
