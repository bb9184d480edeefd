// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/apiserver.h"

#include "core/access/attributes.h"
#include "core/api/firstobjects.h"
#include "core/api/troubles.h"
#include "core/base/threadaffinity.h"
#include "core/lab/customtypes.h"
#include "core/lab/defaultroles.h"
#include "core/lab/discovery.h"
#include "core/lab/eventexpiry.h"
#include "core/lab/handlers.h"
#include "core/lab/journal.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/lablog.h"
#include "core/lab/objects.h"
#include "core/lab/openapi.h"
#include "core/lab/priorities.h"
#include "core/lab/quotas.h"
#include "core/lab/reviews.h"
#include "core/lab/webhooks/convertedwatch.h"
#include "core/lab/webhooks/review.h"
#include "core/lab/webhooks/waitingroom.h"
#include "resources/resources.h"

#include <limits>

namespace core::lab {

using api::Json;
using api::JsonObject;
using api::Method;
using api::Request;
using api::Response;

namespace {

constexpr std::string_view inMemory = ":memory:";
constexpr std::string_view firstNamespaces[] = {
    "default", "kube-system", "kube-public", "kube-node-lease", "kubemark-actuator", "openshift-machine-api"};
/// An annotation of kube-system that names the files of the kinds made in this lab, and its StorageClass,
/// separated by commas. One that its user has removed since is not made again, one that a newer program
/// brings along is.
constexpr std::string_view kindsMade = "hollowlab.io/kinds";
constexpr const char *usualStorageClass = "standard.storageclass";
constexpr std::string_view kindsMadeUnmarked = "machinehealthchecks.yaml,machines.yaml,machinesets.yaml";

/// Labs name a source after the file that people write.
std::string sourceOf(const std::string &file)
{
    return file.substr(0, file.rfind('.')) + ".yaml";
}

std::string ourKinds()
{
    std::string names;
    for (const std::string &file : resources::files("crds"))
        names += sourceOf(file) + ",";
    return names + usualStorageClass;
}

bool contains(std::string_view names, const std::string &name)
{
    return ("," + std::string(names) + ",").find("," + name + ",") != std::string::npos;
}

constexpr std::chrono::seconds requestTime {34}; ///< for all webhooks of a request, as in the original

/// The counter moves on at every start by more than can have been told and lost: between two commits, and by
/// whoever puts an older copy of the files back (docs/faults-and-threats.md X39).
constexpr Revision stride = 1'000'000'000;

bool asksForWatch(const Request &request)
{
    return request.method == Method::Get && request.flag("watch").value_or(false);
}

/// Kubernetes' own kinds alone have messages.
Encodings encodingsOf(const ResourceType &type)
{
    return {.protobuf = !type.custom};
}

/// What makes room, and what keeps nodes alive in place: heartbeats take none.
bool needsNoRoom(const Request &request, const Route &route)
{
    if (request.method == Method::Delete || (route.subresource && route.subresource->freesRoom))
        return true;
    const Entry *entry = route.type->collection->find(route.key);
    return entry && (entry->terminating || !route.type->rules.heartbeat.time.empty());
}

/// Counts as long as it is open.
class OutsideWatch : public api::Watch
{
public:
    OutsideWatch(std::unique_ptr<api::Watch> watch, std::shared_ptr<std::size_t> open)
        : m_watch(std::move(watch))
        , m_open(std::move(open))
    {
        ++*m_open;
    }
    ~OutsideWatch() override { --*m_open; }

    void sendBookmark() override { m_watch->sendBookmark(); }
    void finish() override { m_watch->finish(); }

private:
    std::unique_ptr<api::Watch> m_watch;
    std::shared_ptr<std::size_t> m_open;
};

} // namespace

struct ApiServer::Private {
    explicit Private(const LabOptions &options)
        : readOnly(options.readOnly)
        , cluster(options.clock, options.seed)
    {
    }

    base::Result<> start(LabOptions options);
    void describeOwners();
    void keepWhatLostItsOwner(const std::vector<LostObject> &lost);
    base::Result<> evaluateRoles();
    base::Result<> makeFirstObjects();
    base::Result<> makeNewKinds();
    base::Result<> askForStorageClass();
    base::Result<> annotate(const std::string &ns, std::string_view annotation, std::string_view value);
    base::Result<> makeKind(const std::string &file);
    base::Result<> makePriorityClasses();
    base::Result<> makeFirst(std::string_view group, std::string_view plural, Json object);
    void keep(Record record, bool isHeartbeat);
    void flushSoon(Revision revision);
    Response answer(const Request &request, const access::UserPtr &user = {}, bool isFlushed = false);
    Response carryOut(
        const Request &request, const Route &route, const access::UserPtr &user, Inquiry *inquiry);
    Response handle(
        const Request &request, const Route &route, const access::UserPtr &user, Inquiry *inquiry);
    Response carryOutAgain(const WaitingRoom::Guest &guest);
    std::unique_ptr<Inquiry> inquiryFor(
        const Request &request, const Route &route, const access::UserPtr &user);
    std::unique_ptr<Conversions> conversionsFor(Inquiry &inquiry, const Route &route);
    Answer<> checkWritable(const Request &request, const Route &route) const;
    std::optional<Revision> seenAt(const Request &request, const access::User *user) const;
    api::Saying trouble() const;

    const base::ThreadAffinity affinity;
    const bool readOnly;
    Cluster cluster;
    Writer writer {cluster};
    CustomTypes customTypes {cluster, writer};
    EventExpiry eventExpiry {cluster, writer};
    Quotas quotas {cluster, writer};
    DefaultRoles defaultRoles {cluster, writer};
    Webhooks webhooks {cluster};
    Policies policies {cluster};
    Turns turns {cluster.clock};
    WaitingRoom waitingRoom {
        cluster.clock, [this](const WaitingRoom::Guest &guest) { return carryOutAgain(guest); }};
    Handlers handlers {cluster, writer};
    Router router {cluster.registry};
    OpenApi openApi {cluster.registry};
    std::optional<std::vector<Record>>
        firstRecords; ///< while the first objects are made: all of them or none
    std::unique_ptr<Journal> journal; ///< null: nothing on disk
    std::shared_ptr<std::size_t> outsideWatches = std::make_shared<std::size_t>(0); ///< that are open
    std::vector<api::Saying> setAside;
    std::vector<std::string> lostOwners;
    bool closed = false;
    base::Subscription storeChanges; ///< the first to go, before what is told
};

base::Result<> ApiServer::Private::start(LabOptions options)
{
    std::unique_ptr<Database> database;
    if (options.databasePath != inMemory) {
        auto opened = Database::open(options.databasePath, std::move(options.lock));
        if (!opened)
            return tl::unexpected(opened.error());
        database = std::move(*opened);
        if (auto loaded = database->load(cluster.store); !loaded)
            return loaded;
        setAside = database->setAside();
    }
    addBuiltInKinds(cluster.registry, cluster.store);
    if (options.refusesValidationRules) {
        refuseValidationRules(cluster.registry);
        refuseUnknownPolicies(cluster.registry);
    }
    customTypes.serveAll();
    webhooks.load();
    policies.load();
    describeOwners();
    if (database)
        keepWhatLostItsOwner(database->lostObjects());
    const bool isNew = cluster.registry.find("", "namespaces")->collection->objects().empty();
    const bool needsFirstObjects = isNew || (database && database->hasLost());
    const Revision newest = std::max(cluster.store.revision(), database ? database->everWritten() : 0);
    if (database && newest > 0) {
        const Gap gap {cluster.store.revision(), newest + stride};
        if (auto written = database->write(gap); !written)
            return written;
        cluster.store.leap(gap);
    }
    if (database)
        journal = std::make_unique<Journal>(std::move(database), cluster.store.revision());
    if (!readOnly)
        eventExpiry.start();
    storeChanges = cluster.store.onChange(
        [this](Collection &collection, const api::ObjectKey &key, Revision created, const Change &change) {
            cluster.watches.notify(collection, key, change);
            customTypes.notice(collection, change);
            cluster.serviceNumbers.follow(collection, change);
            webhooks.notice(collection);
            policies.notice(collection, key, change);
            if (!readOnly)
                quotas.notice(collection, key, change);
            if (cluster.access.evaluatesRoles()) {
                cluster.access.notice(collection, key, change);
                defaultRoles.notice(collection);
            }
            if (journal)
                keep({&collection, change.revision, created, change.type, cluster.clock.now(), change.object},
                    change.heartbeat != nullptr);
        });
    if (auto made = needsFirstObjects ? makeFirstObjects() : makeNewKinds(); !made)
        return made;
    if (auto made = readOnly ? base::Result<>() : makePriorityClasses(); !made)
        return made;
    return options.evaluatesRoles ? evaluateRoles() : base::Result<>();
}

base::Result<> ApiServer::Private::evaluateRoles()
{
    cluster.access.evaluateRoles();
    return readOnly ? base::Result<>() : defaultRoles.make();
}

void ApiServer::Private::keepWhatLostItsOwner(const std::vector<LostObject> &lost)
{
    LostOwners owners = lab::lostOwners(cluster.store, cluster.registry, lost);
    if (owners.dependents > 0)
        setAside.push_back(api::troubleSaying("OwnedIsKept", owners.dependents));
    lostOwners = std::move(owners.uids);
}

/// What the disk remembers of owners says nothing of their kinds' schemas.
void ApiServer::Private::describeOwners()
{
    cluster.store.soleOwners().describe([this](const OwnedKind &known) -> std::optional<OwnedKind> {
        for (const ResourceType *type : cluster.registry.all()) {
            if (type->collection->name() != known.collection)
                continue;
            for (const ServedVersion &version : type->versions) {
                OwnedKind kind = ownedKind(*type, version);
                if (kind.apiVersion == known.apiVersion)
                    return kind;
            }
        }
        return std::nullopt;
    });
}

/// A heartbeat can wait as long as nobody outside watches; whoever asks gets it to the disk at once.
void ApiServer::Private::keep(Record record, bool isHeartbeat)
{
    if (firstRecords)
        firstRecords->push_back(std::move(record));
    else if (isHeartbeat && *outsideWatches == 0)
        journal->recordCalmly(std::move(record));
    else
        journal->record(std::move(record));
}

base::Result<> ApiServer::Private::makeFirst(std::string_view group, std::string_view plural, Json object)
{
    ResourceType *type = cluster.registry.find(group, plural);
    const auto written =
        writer.create({type, &type->versions.front(), {}}, object, {false, {"hollowlab", {}}});
    if (!written)
        return tl::unexpected(api::errorOf(written.error().code, written.error().body.get()));
    return {};
}

base::Result<> ApiServer::Private::makeFirstObjects()
{
    firstRecords.emplace();
    const Collection &namespaces = *cluster.registry.find("", "namespaces")->collection;
    for (const std::string_view name : firstNamespaces) {
        if (namespaces.find({{}, std::string(name)}))
            continue;
        JsonObject metadata {{"name", name}};
        if (name == "kube-system")
            metadata["annotations"] = JsonObject {{kindsMade, ourKinds()}};
        if (name == "default")
            metadata["annotations"] = JsonObject {{api::keys::firstObjects, api::firstObjectsPending}};
        auto made = makeFirst("", "namespaces",
            JsonObject {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", std::move(metadata)}});
        if (!made)
            return made;
    }
    for (const std::string &file : resources::files("crds")) {
        if (auto made = makeKind(file); !made)
            return made;
    }
    if (auto made = makePriorityClasses(); !made)
        return made;
    if (journal)
        journal->record(std::move(*firstRecords));
    firstRecords.reset();
    return {};
}

/// Labs of those that knew none get them too.
base::Result<> ApiServer::Private::makePriorityClasses()
{
    constexpr std::string_view group = "scheduling.k8s.io";
    constexpr std::string_view plural = "priorityclasses";
    for (const auto &[name, value, description] : systemPriorityClasses) {
        if (cluster.registry.find(group, plural)->collection->find({{}, std::string(name)}))
            continue;
        auto made = makeFirst(group, plural,
            JsonObject {{"apiVersion", "scheduling.k8s.io/v1"}, {"kind", "PriorityClass"},
                {"metadata", JsonObject {{"name", name}}}, {"value", value}, {"description", description}});
        if (!made)
            return made;
    }
    return {};
}

base::Result<> ApiServer::Private::makeKind(const std::string &file)
{
    constexpr std::string_view group = "apiextensions.k8s.io";
    constexpr std::string_view plural = "customresourcedefinitions";
    auto definition = api::parseJson(resources::text("crds/" + file));
    if (!definition)
        return tl::unexpected(definition.error());
    const std::string name(api::textAt(*definition, {"metadata", "name"}));
    if (cluster.registry.find(group, plural)->collection->find({{}, name}))
        return {};
    return makeFirst(group, plural, std::move(*definition));
}

base::Result<> ApiServer::Private::makeNewKinds()
{
    const api::ObjectKey key {{}, "kube-system"};
    const auto *entry = cluster.registry.find("", "namespaces")->collection->find(key);
    if (!entry)
        return {};
    const std::string_view marked = api::textAt(*entry->object, {"metadata", "annotations", kindsMade});
    const std::string before(marked.empty() ? kindsMadeUnmarked : marked);
    if (before == ourKinds())
        return {};
    for (const std::string &file : resources::files("crds")) {
        if (contains(before, sourceOf(file)))
            continue;
        if (auto made = makeKind(file); !made)
            return made;
    }
    if (!contains(before, usualStorageClass)
        && cluster.registry.find("storage.k8s.io", "storageclasses")->collection->objects().empty()) {
        if (auto asked = askForStorageClass(); !asked)
            return asked;
    }
    return annotate(key.name, kindsMade, ourKinds());
}

/// Where all first objects are still to be made the class is one of them.
base::Result<> ApiServer::Private::askForStorageClass()
{
    const auto *entry = cluster.registry.find("", "namespaces")->collection->find({{}, "default"});
    const bool isAskedFor =
        entry && !api::textAt(*entry->object, {"metadata", "annotations", api::keys::firstObjects}).empty();
    return isAskedFor ? base::Result<>()
                      : annotate("default", api::keys::firstObjects, api::storageClassPending);
}

base::Result<> ApiServer::Private::annotate(
    const std::string &ns, std::string_view annotation, std::string_view value)
{
    ResourceType *namespaces = cluster.registry.find("", "namespaces");
    const api::ObjectKey key {{}, ns};
    const auto *entry = namespaces->collection->find(key);
    if (!entry)
        return {};
    Json draft = *entry->object;
    objectIn(metadataOf(draft), "annotations")[annotation] = value;
    const auto written = writer.update({namespaces, &namespaces->versions.front(), key}, draft,
        {UpdateOptions::Part::Trusted, UpdateOptions::Origin::Patch, false});
    if (!written)
        return tl::unexpected(api::errorOf(written.error().code, written.error().body.get()));
    return {};
}

Answer<> ApiServer::Private::checkWritable(const Request &request, const Route &route) const
{
    if (request.method == Method::Get)
        return {};
    if (readOnly)
        return refuse(failure(403, "Forbidden", "the lab was opened read-only: nothing is changed in it"));
    if (closed)
        return refuse(failure(503, "ServiceUnavailable", "the lab is closing", {}, {}, 1));
    const auto trouble = journal ? journal->trouble() : nullptr;
    if (trouble && !(trouble->deletions && needsNoRoom(request, route)))
        return refuse(api::refusal(500, "InternalError", trouble->why));
    return {};
}

/// While the disk refuses what is newer, clients outside see what it has.
std::optional<Revision> ApiServer::Private::seenAt(const Request &request, const access::User *user) const
{
    const auto trouble = journal ? journal->trouble() : nullptr;
    const bool isStuck = trouble && !trouble->deletions;
    return isStuck && user && request.method == Method::Get ? std::optional(journal->committed())
                                                            : std::nullopt;
}

api::Saying ApiServer::Private::trouble() const
{
    const auto trouble = journal ? journal->trouble() : nullptr;
    return trouble ? trouble->why : api::Saying();
}

void ApiServer::Private::flushSoon(Revision revision)
{
    if (journal && revision > journal->committed())
        journal->flushSoon();
}

/// Nothing where nobody has to be asked.
std::unique_ptr<Inquiry> ApiServer::Private::inquiryFor(
    const Request &request, const Route &route, const access::UserPtr &user)
{
    const bool connects = route.subresource && route.subresource->connects;
    const bool writes = request.method != Method::Get || connects;
    const bool asksWebhooks = writes && webhooks.concern(*route.type);
    const bool asksAdmission = asksWebhooks || (writes && policies.concern(*route.type));
    if (!asksAdmission && !route.version->conversion)
        return nullptr;
    auto inquiry = std::make_unique<Inquiry>();
    inquiry->deadline = std::chrono::steady_clock::now() + requestTime;
    if (asksAdmission)
        inquiry->admission = std::make_unique<Admission>(Admission::Asked {webhooks, policies, asksWebhooks},
            turns, inquiry->wait, request, user, inquiry->deadline);
    if (route.version->conversion)
        inquiry->conversions = conversionsFor(*inquiry, route);
    return inquiry;
}

std::unique_ptr<Conversions> ApiServer::Private::conversionsFor(Inquiry &inquiry, const Route &route)
{
    return std::make_unique<Conversions>(webhooks, inquiry.wait, route.version->conversion, inquiry.deadline,
        turns.newNumber(cluster.store.revision()));
}

/// What nobody foresaw ends this request, and neither the one who asks inside the process nor the program.
Response ApiServer::Private::carryOut(
    const Request &request, const Route &route, const access::UserPtr &user, Inquiry *inquiry)
{
    try {
        return handle(request, route, user, inquiry);
    } catch (const std::exception &exception) {
        qCCritical(labLog) << base::str(
            std::string(access::verbOf(request.method)) + ' ' + request.path + ": " + exception.what());
        return internalError(exception.what());
    }
}

Response ApiServer::Private::handle(
    const Request &request, const Route &route, const access::UserPtr &user, Inquiry *inquiry)
{
    const auto form = requestedForm(request, encodingsOf(*route.type));
    if (!form)
        return form.error();
    if (auto writable = checkWritable(request, route); !writable)
        return std::move(writable.error());
    Admission *admission = inquiry ? inquiry->admission.get() : nullptr;
    if (admission)
        admission->convertThrough(inquiry->conversions.get());
    const std::optional<Revision> asOf = seenAt(request, user.get());
    Response response = inForm(*form,
        handlers.answer({request, *form, {route.type, route.version, route.key}, route.subresource,
            user.get(), admission, inquiry ? inquiry->conversions.get() : nullptr, asOf}));
    if (response.revision == 0 && !asOf) // an error, too, tells of what is there and what is not
        response.revision = cluster.store.revision();
    if (!route.version->deprecation.empty())
        warn(response, route.version->deprecation);
    if (admission) {
        for (const std::string &warning : admission->warnings())
            warn(response, warning);
    }
    return response;
}

Response ApiServer::Private::carryOutAgain(const WaitingRoom::Guest &guest)
{
    const auto found = router.find(guest.request.path);
    if (!found)
        return found.error();
    const Route route = **found;
    if (!route.type)
        return pathNotFound();
    auto &conversions = guest.inquiry->conversions;
    if (!route.version->conversion)
        conversions.reset();
    else if (!conversions || !conversions->isOf(route.version->conversion)) // the kind has changed meanwhile
        conversions = conversionsFor(*guest.inquiry, route);
    Response response = carryOut(guest.request, route, guest.user, guest.inquiry.get());
    if (guest.isFlushed)
        flushSoon(response.revision);
    return response;
}

Response ApiServer::Private::answer(const Request &request, const access::UserPtr &user, bool isFlushed)
{
    affinity.assertHere();
    const auto found = router.find(request.path);
    if (!found)
        return found.error();
    const Route &route = **found;
    if (!route.type)
        return answerDiscovery(
            request, route, cluster.registry, {trouble().text, setAside}, openApi, cluster.access);
    if (route.type->review) {
        const auto form = requestedForm(request, encodingsOf(*route.type));
        return form ? answerReview(request, *route.type, route.key.ns, cluster.access, user.get())
                    : form.error();
    }
    auto inquiry = inquiryFor(request, route, user);
    if (!inquiry)
        return carryOut(request, route, user, nullptr);
    const bool isFull = waitingRoom.isFull();
    if (isFull)
        inquiry->wait.forbidAsking();
    inquiry->wait.begin();
    Response response = carryOut(request, route, user, inquiry.get());
    inquiry->wait.end();
    if (!inquiry->wait.isOpen())
        return response;
    if (isFull)
        return failure(
            429, "TooManyRequests", "too many requests wait for webhooks, please try again", {}, {}, 1);
    return waitingRoom.take({request, user, std::move(inquiry), isFlushed});
}

base::Result<std::unique_ptr<ApiServer>> ApiServer::create(LabOptions options)
{
    auto made = std::make_unique<Private>(options);
    if (auto started = made->start(std::move(options)); !started)
        return tl::unexpected(started.error());
    return std::unique_ptr<ApiServer>(new ApiServer(std::move(made)));
}

ApiServer::ApiServer(std::unique_ptr<Private> made) : d(std::move(made)) { }
ApiServer::~ApiServer() = default;

Response ApiServer::answer(const Request &request, const access::UserPtr &user)
{
    Response response = d->answer(request, user, true);
    d->flushSoon(response.revision);
    return response;
}

bool ApiServer::isWatch(const Request &request) const
{
    d->affinity.assertHere();
    if (!asksForWatch(request))
        return false;
    const auto route = parseRoute(request.path, d->cluster.registry);
    return route && route->type && route->key.name.empty();
}

tl::expected<std::unique_ptr<api::Watch>, Response> ApiServer::watch(
    const Request &request, api::WatchSink sink)
{
    d->affinity.assertHere();
    auto route = parseRoute(request.path, d->cluster.registry);
    if (!route)
        return refuse(std::move(route.error()));
    if (!route->type || !route->key.name.empty() || route->type->review || route->type->compute)
        return refuse(methodNotAllowed());
    Encodings encodings = encodingsOf(*route->type);
    encodings.yaml = false; // has no frames
    const auto form = requestedForm(request, encodings);
    if (!form)
        return refuse(form.error());
    auto options =
        d->handlers.watchOptions({request, *form, {route->type, route->version, std::move(route->key)}});
    if (!options)
        return refuse(std::move(options.error()));
    Collection &collection = *route->type->collection;
    if (!route->version->conversion || form->isMetadata())
        return d->cluster.watches.open(collection, std::move(*options), std::move(sink));
    const std::string apiVersion = route->type->apiVersion(*route->version);
    return openConverted(d->webhooks, route->version->conversion, apiVersion,
        std::exchange(options->view, nullptr), std::move(sink), [&](api::WatchSink converting) {
            return d->cluster.watches.open(collection, std::move(*options), std::move(converting));
        });
}

api::LocalServer ApiServer::localServer()
{
    return {[this](const Request &request) { return d->answer(request); },
        [this](const Request &request, api::WatchSink sink) { return watch(request, std::move(sink)); }};
}

access::Server ApiServer::frontServer(Pages pages)
{
    access::Server server;
    server.answer = [this, pages = std::move(pages)](const Request &request, const access::Login &login) {
        const auto user = d->cluster.access.admit(request, login);
        if (!user)
            return user.error();
        if (request.bodyRefusal)
            return *request.bodyRefusal;
        auto page = pages ? pages(request) : std::nullopt;
        return page ? std::move(*page) : answer(request, *user);
    };
    server.watch = [this](const Request &request, const access::Login &login,
                       api::WatchSink sink) -> tl::expected<std::unique_ptr<api::Watch>, Response> {
        auto user = d->cluster.access.admit(request, login, true);
        if (!user)
            return refuse(std::move(user.error()));
        auto opened = watch(request, std::move(sink));
        d->flushSoon(revision()); // what is there first must be on disk before it is told
        if (!opened)
            return opened;
        return std::make_unique<OutsideWatch>(std::move(*opened), d->outsideWatches);
    };
    return server;
}

void ApiServer::trust(std::shared_ptr<const access::Authenticator> authenticator,
    std::optional<access::ClientAuthority> authority)
{
    d->affinity.assertHere();
    d->cluster.access.trust(std::move(authenticator), std::move(authority));
}

void ApiServer::serveAt(std::string address)
{
    d->affinity.assertHere();
    d->cluster.access.serveAt(std::move(address));
}

void ApiServer::askWebhooks(api::HookCaller caller)
{
    d->affinity.assertHere();
    d->webhooks.callThrough(std::move(caller));
}

std::uint64_t ApiServer::revision() const
{
    d->affinity.assertHere();
    return d->cluster.store.revision();
}

std::uint64_t ApiServer::committedRevision() const
{
    d->affinity.assertHere();
    return d->journal ? d->journal->committed() : revision();
}

base::Subscription ApiServer::onCommitted(std::function<void(std::uint64_t, const std::string &)> listener)
{
    d->affinity.assertHere();
    if (d->journal)
        return d->journal->onCommitted(std::move(listener));
    listener(std::numeric_limits<std::uint64_t>::max(), {});
    return {};
}

api::Saying ApiServer::trouble() const
{
    d->affinity.assertHere();
    return d->trouble();
}

const std::vector<api::Saying> &ApiServer::setAside() const
{
    d->affinity.assertHere();
    return d->setAside;
}

const std::vector<std::string> &ApiServer::lostOwners() const
{
    d->affinity.assertHere();
    return d->lostOwners;
}

base::Result<> ApiServer::close()
{
    d->affinity.assertHere();
    d->closed = true;
    d->waitingRoom.close();
    return d->journal ? d->journal->close() : base::Result<>();
}

} // namespace core::lab
