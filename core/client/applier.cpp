// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/applier.h"

#include "core/api/troubles.h"

#include <algorithm>
#include <map>

namespace core::client {

struct Applier::Job {
    std::vector<api::Json> objects;
    std::string defaultNamespace;
    Callback<std::vector<std::string>> callback; ///< null: it is tried
    Callback<std::vector<api::TriedObject>> tried;
    std::function<bool()> isWanted; ///< null: always
    std::size_t position = 0;
    api::Resource resource; ///< of the object at position
    /// What the server has said of the groups and versions that it was asked about, each by its path.
    std::map<std::string, base::Result<api::JsonPtr>> kinds;
    std::vector<std::size_t> roomMakers; ///< positions of tried objects that others may need to be there
    std::vector<std::string> lines;
    std::vector<api::TriedObject> trials;

    bool isOnTrial() const { return !callback; }
    bool isOver() const { return position == objects.size(); }
    api::Json &object() { return objects[position]; }
    std::string kind() { return std::string(api::textAt(object(), {"kind"})); }
    std::string ns() { return std::string(api::textAt(object(), {"metadata", "namespace"})); }
    std::string name() { return std::string(api::textAt(object(), {"metadata", "name"})); }
    api::ResourceRef ref() { return {&resource, {ns(), name()}}; }
    api::TriedObject trial(base::Result<api::Answered> made)
    {
        return {kind(), ns(), name(), api::share(object()), nullptr, std::move(made)};
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

std::string kindsPath(const api::Resource &resource)
{
    return resource.group.empty() ? "/api/" + resource.version
                                  : "/apis/" + resource.group + "/" + resource.version;
}

/// Takes the rest of what makes a resource of a kind from what the server says of its group and version.
bool findKind(const api::Json &apiResourceList, api::Resource &resource)
{
    const api::Json *resources = api::find(apiResourceList, {"resources"});
    if (!resources || !resources->is_array())
        return false;
    const auto &entries = resources->get_array();
    const auto *entry = std::ranges::find_if(entries, [&](const api::Json &said) {
        return api::textAt(said, {"kind"}) == resource.kind
            && api::textAt(said, {"name"}).find('/') == std::string_view::npos;
    });
    if (entry == entries.end())
        return false;
    const api::Json *namespaced = api::find(*entry, {"namespaced"});
    resource.plural = api::textAt(*entry, {"name"});
    resource.namespaced = namespaced && namespaced->is_bool() && namespaced->get_bool();
    return !resource.plural.empty();
}

bool mayMakeRoom(const api::TriedObject &tried)
{
    return !tried.before && (tried.kind == "CustomResourceDefinition" || tried.kind == "Namespace");
}

/// Whether that kind, or that namespace, is there once the object is.
bool makesRoomFor(const api::Json &object, const api::Resource &resource, std::string_view ns)
{
    const std::string_view kind = api::textAt(object, {"kind"});
    if (kind == "CustomResourceDefinition")
        return api::textAt(object, {"spec", "group"}) == resource.group
            && api::textAt(object, {"spec", "names", "kind"}) == resource.kind;
    return kind == "Namespace" && !ns.empty() && api::textAt(object, {"metadata", "name"}) == ns;
}

base::Error nameless()
{
    return {base::ErrorKind::Invalid, "apiVersion, kind and metadata.name are required", {}};
}

bool isNameless(const api::Json &object)
{
    return groupAndVersion(api::textAt(object, {"apiVersion"})).second.empty()
        || api::textAt(object, {"kind"}).empty() || api::textAt(object, {"metadata", "name"}).empty();
}

} // namespace

Applier::Applier(Client &client) : m_client(client) { }

void Applier::apply(
    std::vector<api::Json> objects, std::string defaultNamespace, Callback<std::vector<std::string>> callback)
{
    auto job = std::make_shared<Job>();
    job->callback = std::move(callback);
    start(job, std::move(objects), std::move(defaultNamespace));
}

void Applier::tryApply(std::vector<api::Json> objects, std::string defaultNamespace,
    std::function<bool()> isWanted, Callback<std::vector<api::TriedObject>> callback)
{
    auto job = std::make_shared<Job>();
    job->isWanted = std::move(isWanted);
    job->tried = std::move(callback);
    start(job, std::move(objects), std::move(defaultNamespace));
}

void Applier::start(
    const std::shared_ptr<Job> &job, std::vector<api::Json> objects, std::string defaultNamespace)
{
    job->objects = std::move(objects);
    job->defaultNamespace = std::move(defaultNamespace);
    next(job);
}

void Applier::next(const std::shared_ptr<Job> &job)
{
    // Of those that no server is asked about there may be more than a stack has room for.
    while (job->isOnTrial() && !job->isOver()) {
        const auto problem = place(*job);
        if (!problem)
            break;
        keepTrial(*job, job->trial(tl::unexpected(*problem)));
    }
    if (job->isOver())
        return job->isOnTrial() ? job->tried(std::move(job->trials)) : job->callback(job->lines);
    if (job->isWanted && !job->isWanted())
        return job->tried(base::fail(base::ErrorKind::Transient, "nobody waits for this trial any more"));
    if (isNameless(job->object()))
        return fail(job, nameless());
    place(*job); // a kind that was not there may have come with what was applied since
    job->resource.plural.empty() ? askForKinds(job) : look(job);
}

std::optional<base::Error> Applier::place(Job &job)
{
    if (isNameless(job.object()))
        return nameless();
    const auto [group, version] = groupAndVersion(api::textAt(job.object(), {"apiVersion"}));
    job.resource = {group, version, job.kind(), {}, true};
    const auto kinds = job.kinds.find(kindsPath(job.resource));
    if (kinds == job.kinds.end())
        return std::nullopt;
    if (!kinds->second)
        return kinds->second.error();
    if (!findKind(**kinds->second, job.resource))
        return base::Error {base::ErrorKind::NotFound,
            "the server has no kind \"" + job.kind() + "\" in " + job.resource.apiVersion(), {}};
    if (job.resource.namespaced && job.ns().empty())
        job.object().at("metadata").get_object()["namespace"] = job.defaultNamespace;
    return std::nullopt;
}

void Applier::askForKinds(const std::shared_ptr<Job> &job)
{
    api::Request request;
    request.path = kindsPath(job->resource);
    const std::string path = request.path;
    m_client.send(
        std::move(request), m_scope.bind([this, job, path](const base::Result<api::Response> &response) {
            if (!response && response.error().kind != base::ErrorKind::NotFound)
                return fail(job, response.error());
            job->kinds.insert_or_assign(path, response.map([](const api::Response &said) {
                return said.body ? said.body : api::share(api::Json());
            }));
            const auto problem = place(*job);
            problem ? fail(job, *problem) : look(job);
        }));
}

/// What is there may be written in part, of which a server that was asked to create it would miss the rest.
void Applier::look(const std::shared_ptr<Job> &job)
{
    m_client.get(job->ref(), m_scope.bind([this, job](const base::Result<api::JsonPtr> &found) {
        const bool mayBeNew = !found
            && (found.error().kind == base::ErrorKind::NotFound
                || found.error().kind == base::ErrorKind::Forbidden); // who may write need not be let read
        if (!found && !mayBeNew)
            return fail(job, found.error());
        if (mayBeNew)
            return job->isOnTrial() ? tryCreate(job) : create(job);
        job->isOnTrial() ? tryChange(job, *found) : patchExisting(job);
    }));
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

void Applier::tryCreate(const std::shared_ptr<Job> &job)
{
    m_client.tryCreate(
        job->resource, job->object(), m_scope.bind([this, job](const base::Result<api::Answered> &created) {
            if (created)
                return finishTrial(job, job->trial(*created));
            if (created.error().kind == base::ErrorKind::AlreadyExists)
                return tryPatch({job->ref(), {}, job->object()}, changeTold(job));
            fail(job, created.error());
        }));
}

void Applier::tryChange(const std::shared_ptr<Job> &job, const api::JsonPtr &before)
{
    tryPatchOf(before, {job->ref(), {}, job->object()}, changeTold(job));
}

Callback<api::TriedObject> Applier::changeTold(const std::shared_ptr<Job> &job)
{
    return [this, job](base::Result<api::TriedObject> &&tried) {
        if (!tried)
            return fail(job, tried.error());
        tried->written = api::share(job->object());
        finishTrial(job, std::move(*tried));
    };
}

void Applier::tryPatch(api::PatchObject patch, Callback<api::TriedObject> callback)
{
    const api::ResourceRef target = patch.target;
    m_client.get(target,
        m_scope.bind([this, patch = std::move(patch), callback = std::move(callback)](
                         const base::Result<api::JsonPtr> &before) {
            if (!before)
                return callback(tl::unexpected(before.error()));
            tryPatchOf(*before, patch, callback);
        }));
}

void Applier::tryPatchOf(
    const api::JsonPtr &before, const api::PatchObject &patch, Callback<api::TriedObject> callback)
{
    const auto &[resource, key] = patch.target;
    api::TriedObject tried {resource->kind, key.ns, key.name, nullptr, before, {}};
    m_client.tryPatch(patch,
        m_scope.bind([tried = std::move(tried), callback = std::move(callback)](
                         const base::Result<api::Answered> &made) {
            api::TriedObject answered = tried;
            answered.made = made;
            callback(std::move(answered));
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

void Applier::finishTrial(const std::shared_ptr<Job> &job, api::TriedObject tried)
{
    keepTrial(*job, std::move(tried));
    next(job);
}

void Applier::keepTrial(Job &job, api::TriedObject tried)
{
    const bool isMissing = !tried.made && tried.made.error().kind == base::ErrorKind::NotFound;
    for (const std::size_t earlier : isMissing ? job.roomMakers : std::vector<std::size_t>()) {
        if (makesRoomFor(job.objects[earlier], job.resource, tried.ns))
            tried.waitsFor = job.trials[earlier].kind + " " + job.trials[earlier].name;
    }
    if (mayMakeRoom(tried))
        job.roomMakers.push_back(job.position);
    job.trials.push_back(std::move(tried));
    ++job.position;
}

void Applier::fail(const std::shared_ptr<Job> &job, const base::Error &error)
{
    const bool isAnswered =
        error.kind != base::ErrorKind::Transient && error.kind != base::ErrorKind::Unauthorized;
    if (job->isOnTrial() && isAnswered)
        return finishTrial(job, job->trial(tl::unexpected(error)));
    if (job->isOnTrial())
        return job->tried(tl::unexpected(error));
    base::Error named = api::failWith(error.kind,
        api::troubleSaying("OfObject", job->position + 1, job->kind(), job->name(), api::sayingOf(error)))
                            .value();
    named.retryAfter = error.retryAfter;
    job->callback(tl::unexpected(named));
}

} // namespace core::client
