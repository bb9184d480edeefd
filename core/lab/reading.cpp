// SPDX-License-Identifier: GPL-3.0-or-later
// Get, list with pages and past revisions, and what a watch asks for (docs/api-semantics.md C, H).
#include "core/base/number.h"
#include "core/lab/continuetoken.h"
#include "core/lab/handlers.h"
#include "core/lab/objects.h"
#include "core/lab/webhooks/conversion.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonObject;
using api::JsonPtr;
using api::Request;
using api::Response;
using namespace std::chrono_literals;

namespace {

Response tooLargeRevision(Revision wanted, Revision current)
{
    return failure(504, "Timeout",
        "Timeout: Too large resource version: " + std::to_string(wanted)
            + ", current: " + std::to_string(current),
        {}, {{"ResourceVersionTooLarge", "", "Too large resource version"}}, 1);
}

/// Where in time and in the order of objects a list begins.
struct ListStart {
    std::optional<Revision> exactly;
    std::optional<std::string> behind; ///< a place (continuetoken.h)
};

/// The resourceVersion parameter; nothing when it is not set.
Answer<std::optional<Revision>> revisionOf(const Request &request, Revision current)
{
    const std::string_view text = request.parameter("resourceVersion");
    if (text.empty())
        return std::optional<Revision>();
    const auto revision = base::parseNumber<Revision>(text);
    if (!revision)
        return refuse(badRequest("invalid resource version \"" + std::string(text) + "\""));
    if (*revision > current)
        return refuse(tooLargeRevision(*revision, current));
    return revision;
}

/// The number that a query gives; nothing when it gives none. An empty value is no number.
template<typename Number>
Answer<std::optional<Number>> queryNumber(const Request &request, std::string_view name)
{
    if (!request.has(name))
        return std::optional<Number>();
    const auto number = base::parseNumber<Number>(request.parameter(name));
    if (!number)
        return refuse(badRequest(std::string(name) + " must be a number"));
    return number;
}

/// What lists and watches understand alike, each making use of one.
struct QueryNumbers {
    std::optional<std::int64_t> limit;
    std::chrono::seconds timeout {}; ///< 0: as long as usual
};

Answer<QueryNumbers> numbersIn(const Request &request)
{
    const auto limit = queryNumber<std::int64_t>(request, "limit");
    if (!limit)
        return tl::unexpected(limit.error());
    const auto timeout = queryNumber<std::int64_t>(request, "timeoutSeconds");
    if (!timeout)
        return tl::unexpected(timeout.error());
    return QueryNumbers {*limit, std::min(std::chrono::seconds(timeout->value_or(0)), api::longestWatch)};
}

Refusal refuseOptions(const FieldErrors &errors)
{
    return refuse(invalidObject({"", "meta.k8s.io", "ListOptions", {}}, errors));
}

/// isPaged: it has a limit, with which a version that no match goes with is that very one.
Answer<ListStart> startOf(const Request &request, Revision current, bool isPaged)
{
    const std::string_view match = request.parameter("resourceVersionMatch");
    const std::string_view token = request.parameter("continue");
    const auto refuseMatch = [&](const FieldError &error) { return refuseOptions({error}); };
    if (request.flag("sendInitialEvents"))
        return refuseMatch(forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
    const auto invalidMatch = [&](std::string_view why) {
        return refuseMatch(forbidden("resourceVersionMatch", why));
    };
    if (!token.empty()) {
        if (!match.empty())
            return invalidMatch("resourceVersionMatch is forbidden for continue");
        if (const auto given = request.parameter("resourceVersion"); !given.empty() && given != "0")
            return refuse(badRequest("specifying resource version is not allowed when using continue"));
        const auto position = ContinueToken::parse(token);
        if (!position)
            return refuse(badRequest("invalid continue token, try listing again without it"));
        return ListStart {
            position->revision == 0 ? std::nullopt : std::optional(position->revision), position->behind};
    }
    const auto revision = revisionOf(request, current);
    if (!revision)
        return tl::unexpected(revision.error());
    const bool isOfOneMoment = isPaged && *revision && **revision > 0;
    if (match.empty())
        return isOfOneMoment ? ListStart {*revision, std::nullopt} : ListStart {};
    if (!*revision)
        return invalidMatch("resourceVersionMatch is forbidden unless resourceVersion is provided");
    if (match == "NotOlderThan")
        return ListStart {};
    if (match != "Exact")
        return refuseMatch(
            notSupported("resourceVersionMatch", match, {"Exact", "NotOlderThan", std::string()}));
    if (**revision == 0)
        return invalidMatch("resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
    return ListStart {*revision, std::nullopt};
}

Response tooOld(const ListStart &start)
{
    if (!start.behind)
        return expired("The resourceVersion for the provided list is too old.");
    Response response =
        expired("The provided continue parameter is too old to display a consistent list result. You can "
                "start a new list without the continue parameter, or use the continue token in this "
                "response to retrieve the remainder of the results.");
    Json status = *response.body;
    objectIn(status, "metadata")["continue"] = ContinueToken {0, *start.behind}.text();
    response.body = api::share(std::move(status));
    return response;
}

} // namespace

View Handlers::viewOf(const Call &call) const
{
    if (call.form.isMetadata())
        return [](const JsonPtr &object) { return anotherForm(partialMetadata(*object), object); };
    if (call.form.kind == Form::Kind::Table)
        return [this, columns = call.target.version->columns, rows = call.form.rowObject, first = true](
                   const JsonPtr &object) mutable {
            return api::share(tableOf(
                {object}, columns, rows, m_cluster.clock.now(), nullptr, std::exchange(first, false)));
        };
    return call.target.version->shown;
}

Answer<JsonPtr> Handlers::served(const Call &call, const JsonPtr &object) const
{
    const ServedVersion &version = *call.target.version;
    if (call.conversions)
        return call.conversions->inVersion(object, call.target.type->apiVersion(version));
    return version.shown ? version.shown(object) : object;
}

Response Handlers::shown(const Call &call, const Written &written) const
{
    JsonPtr object = written.object;
    if (call.showsConverted()) {
        auto converted = served(call, object);
        if (!converted)
            return std::move(converted.error());
        object = std::move(*converted);
    }
    const View view = viewOf(call);
    Response response;
    response.code = written.created ? 201 : 200;
    response.body = view ? view(object) : std::move(object);
    response.revision = written.revision;
    return response;
}

Response Handlers::get(const Call &call) const
{
    const auto revision = revisionOf(call.request, shownRevision(call));
    if (!revision)
        return revision.error();
    if (call.target.type->compute)
        return computed(call);
    if (call.conversions && call.conversions->readObject)
        return shown(call, {call.conversions->readObject});
    const Written object = present(call);
    if (!object.object)
        return notFound(call.target.about());
    if (call.conversions)
        call.conversions->readObject = object.object;
    return shown(call, object);
}

Written Handlers::present(const Call &call) const
{
    const Collection &collection = *call.target.type->collection;
    if (call.asOf && m_cluster.store.remembers(collection, *call.asOf))
        return {collection.objectAt(*call.asOf, call.target.key)};
    const Entry *entry = collection.find(call.target.key);
    return entry ? Written {entry->object, entry->revision} : Written {};
}

Response Handlers::computed(const Call &call) const
{
    const Target &target = call.target;
    const auto objects = target.type->compute(m_cluster, target.key.ns);
    const auto found =
        std::ranges::find_if(objects, [&](const JsonPtr &object) { return keyOf(*object) == target.key; });
    return found == objects.end() ? notFound(target.about()) : shown(call, {*found, shownRevision(call)});
}

Answer<std::shared_ptr<api::ListBody>> Handlers::listed(const Call &call) const
{
    const Request &request = call.request;
    const ResourceType &type = *call.target.type;
    const auto numbers = numbersIn(request);
    if (!numbers)
        return tl::unexpected(numbers.error());
    const auto selection = Selection::parse(call.target.key.ns, request.parameter("labelSelector"),
        request.parameter("fieldSelector"), call.target.version->fields);
    if (!selection)
        return refuse(selection.error());
    const auto start = startOf(request, shownRevision(call), numbers->limit.value_or(0) > 0);
    if (!start)
        return refuse(start.error());
    const std::string &ns = call.target.key.ns;
    const auto behind =
        start->behind ? std::optional(keyAt(*start->behind, ns, type.namespaced)) : std::nullopt;
    const Revision revision = start->exactly.value_or(shownRevision(call));
    if (!m_cluster.store.remembers(*type.collection, revision))
        return refuse(tooOld(*start));
    const std::optional<std::int64_t> &limit = numbers->limit;

    auto body = std::make_shared<api::ListBody>();
    body->apiVersion = type.apiVersion(*call.target.version);
    body->kind = type.listKind;
    body->resourceVersion = std::to_string(revision);
    body->items = type.compute ? type.compute(m_cluster, ns)
                               : type.collection->listAt(revision, ns, behind ? &*behind : nullptr);
    std::erase_if(body->items, [&](const JsonPtr &object) { return !selection->matches(*object); });
    if (!type.compute && limit && *limit > 0 && body->items.size() > static_cast<std::size_t>(*limit)) {
        if (!selection->isSelective())
            body->remainingItemCount = static_cast<std::int64_t>(body->items.size()) - *limit;
        body->items.resize(static_cast<std::size_t>(*limit));
        body->continueToken = ContinueToken {revision, placeIn(ns, keyOf(*body->items.back()))}.text();
    }
    return body;
}

Response Handlers::list(const Call &call)
{
    std::shared_ptr<api::ListBody> body;
    if (call.conversions && call.conversions->readList) {
        body = std::make_shared<api::ListBody>(*call.conversions->readList);
    } else {
        auto all = listed(call);
        if (!all)
            return std::move(all.error());
        body = std::move(*all);
        if (call.conversions)
            call.conversions->readList = std::make_shared<const api::ListBody>(*body);
    }
    if (call.showsConverted()) {
        auto converted = call.conversions->inVersion(body->items, body->apiVersion);
        if (!converted)
            return std::move(converted.error());
        body->items = std::move(*converted);
    }
    Response response;
    if (call.form.kind == Form::Kind::Table) {
        response.body = api::share(tableOf(body->items, call.target.version->columns, call.form.rowObject,
            m_cluster.clock.now(), body.get()));
        return response;
    }
    if (const View view = viewOf(call)) {
        for (JsonPtr &item : body->items)
            item = view(item);
    }
    if (call.form.isMetadata()) {
        body->apiVersion = "meta.k8s.io/v1";
        body->kind = "PartialObjectMetadataList";
    }
    response.list = std::move(body);
    return response;
}

namespace {

/// What is wrong with how a watch is to begin (docs/api-semantics.md H12).
FieldErrors checkBeginning(const Request &request)
{
    constexpr std::string_view notOlder = "NotOlderThan";
    const std::string_view match = request.parameter("resourceVersionMatch");
    const bool tellsInitial = request.flag("sendInitialEvents").has_value();
    FieldErrors errors;
    if (tellsInitial && match != notOlder)
        errors.push_back(forbidden("resourceVersionMatch",
            "sendInitialEvents requires setting resourceVersionMatch to " + std::string(notOlder)));
    if (match.empty())
        return errors;
    if (!tellsInitial)
        errors.push_back(forbidden("resourceVersionMatch",
            "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
    if (match != notOlder)
        errors.push_back(notSupported("resourceVersionMatch", match, {std::string(notOlder)}));
    if (!request.parameter("continue").empty())
        errors.push_back(
            forbidden("resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided"));
    return errors;
}

/// Where it begins, and whether it tells where what was there first ends.
Answer<> readBeginning(const Request &request, Revision current, WatchOptions &options)
{
    if (const FieldErrors errors = checkBeginning(request); !errors.empty())
        return refuseOptions(errors);
    const std::string_view text = request.parameter("resourceVersion");
    const auto revision = text.empty() ? std::optional<Revision>(0) : base::parseNumber<Revision>(text);
    if (!revision)
        return refuse(badRequest("invalid resource version \"" + std::string(text) + "\""));
    options.bookmarks = request.flag("allowWatchBookmarks").value_or(false);
    if (*revision > 0)
        options.after = *revision;
    const auto tellsInitial = request.flag("sendInitialEvents");
    if (!tellsInitial)
        return {};
    if (!*tellsInitial) {
        options.after = options.after.value_or(current);
        return {};
    }
    if (*revision > current)
        return refuse(tooLargeRevision(*revision, current));
    options.after.reset();
    options.marksInitialEnd = options.bookmarks;
    return {};
}

} // namespace

Answer<WatchOptions> Handlers::watchOptions(const Call &call)
{
    const Request &request = call.request;
    const ResourceType &type = *call.target.type;
    const auto numbers = numbersIn(request);
    if (!numbers)
        return tl::unexpected(numbers.error());
    auto selection = Selection::parse(call.target.key.ns, request.parameter("labelSelector"),
        request.parameter("fieldSelector"), call.target.version->fields);
    if (!selection)
        return refuse(std::move(selection.error()));
    WatchOptions options;
    options.selection = std::move(*selection);
    options.view = viewOf(call);
    options.bookmark =
        JsonObject {{"kind", type.kind}, {"apiVersion", type.apiVersion(*call.target.version)}};
    if (auto begun = readBeginning(request, m_cluster.store.revision(), options); !begun)
        return refuse(std::move(begun.error()));
    const double drawn =
        1800 * (1 + m_cluster.chance.unit(type.collection->name(), "watch-timeout", m_watches++));
    options.timeout = numbers->timeout == 0s ? std::chrono::seconds(static_cast<std::int64_t>(drawn))
                                             : std::max(numbers->timeout, 0s);
    return options;
}

} // namespace core::lab
