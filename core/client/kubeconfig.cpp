// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/kubeconfig.h"

#include "core/api/names.h"
#include "core/api/troubles.h"
#include "core/api/yaml.h"
#include "core/base/displaytext.h"

#include <QDir>
#include <QFileInfo>
#include <QStringDecoder>
#include <QUrl>

#include <algorithm>

namespace core::client {

using api::Saying;
using api::troubleSaying;

namespace {

constexpr std::size_t largestConfig = 4U * 1024 * 1024;
constexpr std::size_t largestPem = 1024U * 1024;

std::string directoryOf(const std::string &file)
{
    return QFileInfo(QString::fromStdString(file)).absolutePath().toStdString();
}

/// KC4: relative to the file that says so.
std::string resolved(const std::string &path, const std::string &file)
{
    return QDir::cleanPath(
        QDir(QString::fromStdString(directoryOf(file))).absoluteFilePath(QString::fromStdString(path)))
        .toStdString();
}

/// What is hidden in the folder (a home, with ".ssh") is not beside the kubeconfig.
bool liesInside(const std::string &path, const std::string &directory)
{
    const auto canonical = [](const std::string &name) {
        return QFileInfo(QString::fromStdString(name)).canonicalFilePath();
    };
    const QString inner = canonical(path);
    const QString outer = canonical(directory);
    return !inner.isEmpty() && !outer.isEmpty()
        && inner.startsWith(outer.endsWith(u'/') ? outer : outer + u'/')
        && !inner.mid(outer.size()).contains(QStringLiteral("/."));
}

/// Where the kubelet mounts them for a pod, behind hidden folders.
bool isMountedSecret(const std::string &path)
{
    const auto canonical = [](const QString &name) { return QFileInfo(name).canonicalFilePath(); };
    const QString mounts = canonical(QStringLiteral("/var/run/secrets"));
    return !mounts.isEmpty() && canonical(QString::fromStdString(path)).startsWith(mounts + u'/');
}

bool isUtf8(const std::string &text)
{
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString decoded = decoder(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())));
    return !decoder.hasError();
}

bool isProxy(const std::string &address)
{
    const QUrl url(QString::fromStdString(address), QUrl::StrictMode);
    static const QStringList schemes {
        QStringLiteral("http"), QStringLiteral("https"), QStringLiteral("socks5")};
    return url.isValid() && !url.host().isEmpty() && schemes.contains(url.scheme());
}

base::Failure invalid(const std::string &file, const Saying &why)
{
    return api::failWith(base::ErrorKind::Invalid, troubleSaying("OfFile", file, why));
}

base::Result<std::string> readConfig(const std::string &file)
{
    auto text = readRegularFile(file, largestConfig);
    if (!text)
        return text;
    if (text->find('\0') != std::string::npos)
        return invalid(file, troubleSaying("HasNul"));
    if (!isUtf8(*text))
        return invalid(file, troubleSaying("NotUtf8"));
    return text;
}

} // namespace

KubeconfigSource KubeconfigSource::ofProcess(std::string explicitPath)
{
    return {std::move(explicitPath), qgetenv("KUBECONFIG").toStdString(), QDir::homePath().toStdString()};
}

std::vector<std::string> pathsOf(const KubeconfigSource &source)
{
    if (!source.explicitPath.empty())
        return {source.explicitPath};
    if (source.environment.empty())
        return {source.home + "/.kube/config"};
    QStringList paths =
        QString::fromStdString(source.environment).split(QDir::listSeparator(), Qt::SkipEmptyParts);
    paths.removeDuplicates();
    std::vector<std::string> result;
    for (const QString &path : paths)
        result.push_back(path.toStdString());
    return result;
}

base::Result<Kubeconfig> Kubeconfig::load(const KubeconfigSource &source)
{
    Kubeconfig config;
    std::string missing;
    for (const std::string &path : pathsOf(source)) {
        const std::string file = QFileInfo(QString::fromStdString(path)).absoluteFilePath().toStdString();
        const auto text = readConfig(file);
        if (!text && text.error().kind == base::ErrorKind::NotFound) {
            missing += (missing.empty() ? "" : ", ") + file;
            continue;
        }
        const auto added = text ? config.add(file, *text) : tl::unexpected(text.error());
        if (added)
            config.m_files.push_back(file);
        else
            config.m_brokenFiles.push_back({file, api::sayingOf(added.error())});
    }
    if (config.m_files.empty() && !config.m_brokenFiles.empty())
        return api::failWith(base::ErrorKind::Invalid, config.m_brokenFiles.front().problem);
    if (config.m_files.empty())
        return api::failWith(base::ErrorKind::NotFound, troubleSaying("NoKubeconfig", missing));
    return config;
}

/// KC3: whatever an earlier file has said stands. A file with a mistake adds nothing.
base::Result<> Kubeconfig::add(const std::string &file, const std::string &text)
{
    const auto json =
        text.find_first_not_of(" \t\r\n") == std::string::npos ? api::JsonObject() : api::parseYaml(text);
    if (!json)
        return invalid(file, api::sayingOf(json.error()));
    if (!json->is_object())
        return invalid(file, troubleSaying("NotAKubeconfig"));
    Kubeconfig found;
    for (const auto &[list, member, entries] : {std::tuple("clusters", "cluster", &Kubeconfig::m_clusters),
             std::tuple("users", "user", &Kubeconfig::m_users),
             std::tuple("contexts", "context", &Kubeconfig::m_contexts)}) {
        const api::Json *items = api::find(*json, {list});
        if (!items || items->is_null())
            continue;
        if (!items->is_array())
            return invalid(file, troubleSaying("NotAList", list));
        for (const api::Json &item : items->get_array()) {
            const std::string name(api::textAt(item, {"name"}));
            const api::Json *value = api::find(item, {member});
            if (name.empty())
                return invalid(file, troubleSaying("EntryWithoutName", list));
            Entry entry {value && value->is_object() ? *value : api::JsonObject(), file};
            if (!(found.*entries).emplace(name, std::move(entry)).second)
                return invalid(file, troubleSaying("TwoEntries", list, name));
        }
    }
    m_clusters.merge(found.m_clusters);
    m_users.merge(found.m_users);
    m_contexts.merge(found.m_contexts);
    if (m_current.empty())
        m_current = api::textAt(*json, {"current-context"});
    return {};
}

/// Reads the entries of one context and collects what is wrong with them (KC6).
class Kubeconfig::Reader
{
public:
    Reader(const Kubeconfig &config, std::string_view name, bool allowInsecure);

    ClusterAccess access;
    std::vector<Saying> problems;
    std::optional<CommandRequest> commandToAllow;
    Saying commandProblem; ///< about it

private:
    using Of = decltype(troubleSaying)::Entry<3>;

    /// "cluster "prod" in /home/me/.kube/config"
    struct Place {
        Of kind;
        std::string name;
        const Entry *entry;
    };

    void readCluster(const Place &place, bool allowInsecure);
    void readServer(const Place &place);
    void readUser(const Place &place);
    void readExec(const Place &place, const api::Json &exec);
    void readImpersonation(const Place &place);
    std::string text(const Place &place, std::string_view member);
    bool flag(const Place &place, std::string_view member);
    std::string pem(const Place &place, const std::string &member);
    bool maySend(const Place &place, const std::string &path) const;
    static Saying about(const Place &place, const Saying &what)
    {
        return troubleSaying(place.kind, place.name, place.entry->file, what);
    }
    void problem(const Place &place, const Saying &what) { problems.push_back(about(place, what)); }
    /// For the log.
    void warn(const Place &place, const std::string &what)
    {
        access.warnings.push_back(about(place, what).text);
    }

    const ApprovedFiles &m_approved;
    const bool m_allowsCommands;
};

Kubeconfig::Reader::Reader(const Kubeconfig &config, std::string_view name, bool allowInsecure)
    : m_approved(config.m_approved)
    , m_allowsCommands(config.m_allowsCommands)
{
    const auto &[key, entry] = *config.m_contexts.find(name);
    const Place context {"OfContext", key, &entry};
    access.context = key;
    const std::string cluster = text(context, "cluster");
    const std::string user = text(context, "user");
    const std::string ns = text(context, "namespace");
    if (!ns.empty())
        access.ns = ns;
    if (!api::isDnsLabel(access.ns))
        problem(context, troubleSaying("NotANamespace", ns));
    if (const auto found = config.m_clusters.find(cluster); found != config.m_clusters.end())
        readCluster({"OfCluster", cluster, &found->second}, allowInsecure);
    else
        problem(
            context, cluster.empty() ? troubleSaying("NoClusterNamed") : troubleSaying("NoCluster", cluster));
    if (const auto found = config.m_users.find(user); found != config.m_users.end())
        readUser({"OfUser", user, &found->second});
    else if (!user.empty())
        problem(context, troubleSaying("NoUser", user));
}

std::string Kubeconfig::Reader::text(const Place &place, std::string_view member)
{
    const api::Json *value = api::find(place.entry->value, {member});
    if (!value || value->is_null())
        return {};
    if (!value->is_string()) {
        problem(place, troubleSaying("NotAText", member));
        return {};
    }
    return api::text(value->get_string());
}

bool Kubeconfig::Reader::flag(const Place &place, std::string_view member)
{
    const api::Json *value = api::find(place.entry->value, {member});
    if (value && !value->is_bool() && !value->is_null())
        problem(place, troubleSaying("NotABool", member));
    return value && value->is_bool() && value->get_bool();
}

/// The text comes from "<member>-data" in base64, else from the file that the member names (KC5).
std::string Kubeconfig::Reader::pem(const Place &place, const std::string &member)
{
    const std::string data = text(place, member + "-data");
    const std::string path = text(place, member);
    if (data.empty() && path.empty())
        return {};
    if (!data.empty() && !path.empty())
        warn(place, '"' + member + "-data\" is used, \"" + member + "\" is ignored");
    base::Result<std::string> content;
    if (!data.empty()) {
        QByteArray folded = QByteArray::fromStdString(data);
        folded.replace('\n', "");
        const auto decoded = QByteArray::fromBase64Encoding(folded, QByteArray::AbortOnBase64DecodingErrors);
        if (decoded)
            content = decoded.decoded.toStdString();
        else
            content = api::failWith(base::ErrorKind::Invalid, troubleSaying("NotBase64", member + "-data"));
    } else {
        content = readRegularFile(resolved(path, place.entry->file), largestPem); // never sent to anybody
    }
    if (content && content->find("-----BEGIN ") == std::string::npos)
        content = api::failWith(
            base::ErrorKind::Invalid, troubleSaying("NotPem", data.empty() ? member : member + "-data"));
    if (!content)
        problem(place, api::sayingOf(content.error()));
    return content.value_or(std::string());
}

/// T5. What is not there is told as such.
bool Kubeconfig::Reader::maySend(const Place &place, const std::string &path) const
{
    return !QFileInfo::exists(QString::fromStdString(path))
        || liesInside(path, directoryOf(place.entry->file)) || isMountedSecret(path)
        || m_approved.contains(place.entry->file, path);
}

void Kubeconfig::Reader::readCluster(const Place &place, bool allowInsecure)
{
    readServer(place);
    access.caPem = pem(place, "certificate-authority");
    access.tlsServerName = text(place, "tls-server-name");
    access.proxyUrl = text(place, "proxy-url");
    if (!access.proxyUrl.empty() && !isProxy(access.proxyUrl))
        problem(place, troubleSaying("NotAProxy"));
    if (const api::Json *extensions = api::find(place.entry->value, {"extensions"});
        extensions && extensions->is_array()) {
        for (const api::Json &one : extensions->get_array()) {
            const api::Json *config = api::find(one, {"extension"});
            if (config && api::textAt(one, {"name"}) == "client.authentication.k8s.io/exec")
                access.execConfig = api::writeJson(*config);
        }
    }
    access.disableCompression = flag(place, "disable-compression");
    access.insecureSkipTlsVerify = flag(place, "insecure-skip-tls-verify");
    if (!access.insecureSkipTlsVerify)
        return;
    if (!access.caPem.empty())
        problem(place, troubleSaying("InsecureAndChecked"));
    else if (!allowInsecure)
        problem(place, troubleSaying("Insecure"));
}

void Kubeconfig::Reader::readServer(const Place &place)
{
    const std::string server = text(place, "server");
    if (server.empty())
        return problem(place, troubleSaying("NoServer"));
    const QUrl url(QString::fromStdString(server), QUrl::StrictMode);
    const bool http = url.scheme() == QStringLiteral("http");
    if (!url.isValid() || url.host().isEmpty() || (!http && url.scheme() != QStringLiteral("https")))
        return problem(place, troubleSaying("NotHttps", server));
    if (!url.userInfo().isEmpty())
        return problem(place, troubleSaying("UserInAddress"));
    if (http)
        warn(place, "the connection is not encrypted");
    const auto kept = url.adjusted(QUrl::RemoveQuery | QUrl::RemoveFragment | QUrl::StripTrailingSlash);
    access.server = kept.toString(QUrl::FullyEncoded).toStdString();
    if (access.server.ends_with('/'))
        access.server.pop_back();
}

void Kubeconfig::Reader::readUser(const Place &place)
{
    if (const api::Json *exec = api::find(place.entry->value, {"exec"}); exec && !exec->is_null())
        readExec(place, *exec);
    if (const api::Json *provider = api::find(place.entry->value, {"auth-provider"});
        provider && !provider->is_null())
        problem(place, troubleSaying("AuthProvider", api::textAt(*provider, {"name"})));
    access.certificatePem = pem(place, "client-certificate");
    access.keyPem = pem(place, "client-key");
    if (access.certificatePem.empty() != access.keyPem.empty())
        problem(place, troubleSaying("HalfACertificate"));
    access.token = text(place, "token");
    if (const std::string file = text(place, "tokenFile"); !file.empty()) {
        access.tokenFile = resolved(file, place.entry->file);
        if (!maySend(place, access.tokenFile))
            problem(place, troubleSaying("TokenOutside", access.tokenFile));
        else if (const auto token = readTokenFile(access.tokenFile); !token)
            problem(place, api::sayingOf(token.error()));
    }
    access.username = text(place, "username");
    access.password = text(place, "password");
    const bool basic = !access.username.empty() || !access.password.empty();
    if (basic && (!access.token.empty() || !access.tokenFile.empty()))
        problem(place, troubleSaying("TwoLogins"));
    readImpersonation(place);
}

/// T4: nothing runs here, and later only what the user has allowed.
void Kubeconfig::Reader::readExec(const Place &place, const api::Json &exec)
{
    auto plugin = readExecPlugin(exec, directoryOf(place.entry->file));
    if (!plugin)
        return problem(place, api::sayingOf(plugin.error()));
    if (plugin->path.empty())
        return problem(place,
            plugin->installHint.empty()
                ? troubleSaying("NotInstalled", plugin->command)
                : troubleSaying("NotInstalled", plugin->command, base::printableText(plugin->installHint)));
    if (!m_allowsCommands && !m_approved.containsCommand(place.entry->file, identityOf(*plugin))) {
        commandProblem = about(place, troubleSaying("AsksToRun", describe(*plugin)));
        commandToAllow = CommandRequest {place.entry->file, std::move(*plugin)};
        return;
    }
    access.exec = std::move(*plugin);
    access.execFile = place.entry->file;
}

void Kubeconfig::Reader::readImpersonation(const Place &place)
{
    Impersonation &as = access.impersonation;
    as.user = text(place, "as");
    as.uid = text(place, "as-uid");
    const auto textsOf = [this, &place](const api::Json *list, std::string_view member) {
        std::vector<std::string> texts;
        if (!list || list->is_null())
            return texts;
        const bool fits = list->is_array()
            && std::ranges::all_of(list->get_array(), [](const api::Json &item) { return item.is_string(); });
        if (!fits)
            problem(place, troubleSaying("NotTexts", member));
        else
            for (const api::Json &item : list->get_array())
                texts.push_back(api::text(item.get_string()));
        return texts;
    };
    as.groups = textsOf(api::find(place.entry->value, {"as-groups"}), "as-groups");
    if (const api::Json *extra = api::find(place.entry->value, {"as-user-extra"});
        extra && extra->is_object()) {
        for (const auto &member : extra->get_object())
            as.extra.emplace_back(std::string(member.key()), textsOf(&member.value(), "as-user-extra"));
    }
    if (as.user.empty() && (!as.uid.empty() || !as.groups.empty() || !as.extra.empty()))
        problem(place, troubleSaying("NobodyToImpersonate"));
}

std::vector<ContextSummary> Kubeconfig::contexts() const
{
    std::vector<ContextSummary> summaries;
    for (const auto &[name, entry] : m_contexts) {
        const Reader reader(*this, name, true);
        summaries.push_back({
            .name = name,
            .cluster = std::string(api::textAt(entry.value, {"cluster"})),
            .user = std::string(api::textAt(entry.value, {"user"})),
            .ns = reader.access.ns,
            .server = reader.access.server,
            .file = entry.file,
            .isCurrent = name == m_current,
            .insecure = reader.access.insecureSkipTlsVerify,
            .problems = reader.problems,
        });
    }
    return summaries;
}

std::string_view Kubeconfig::nameOr(std::string_view context) const
{
    return context.empty() ? std::string_view(m_current) : context;
}

std::optional<CommandRequest> Kubeconfig::commandToAllow(std::string_view context) const
{
    const std::string_view name = nameOr(context);
    if (!m_contexts.contains(name))
        return std::nullopt;
    Reader reader(*this, name, false);
    return reader.problems.empty() ? std::move(reader.commandToAllow) : std::nullopt;
}

base::Failure Kubeconfig::noContext(std::string_view name) const
{
    std::string files;
    for (const std::string &file : m_files)
        files += (files.empty() ? "" : ", ") + file;
    std::string known;
    for (const auto &[context, entry] : m_contexts)
        known += (known.empty() ? "\"" : ", \"") + context + '"';
    return api::failWith(base::ErrorKind::NotFound,
        known.empty()      ? troubleSaying("NoContexts", files)
            : name.empty() ? troubleSaying("NoCurrentContext", files, known)
                           : troubleSaying("NoContext", files, name, known));
}

base::Result<ClusterAccess> Kubeconfig::access(std::string_view context, bool allowInsecure) const
{
    const std::string_view name = nameOr(context);
    if (name.empty() || !m_contexts.contains(name))
        return noContext(name);
    Reader reader(*this, name, allowInsecure);
    if (reader.commandToAllow)
        reader.problems.push_back(reader.commandProblem);
    if (reader.problems.empty())
        return std::move(reader.access);
    return api::failWith(base::ErrorKind::Invalid, api::listOf(std::move(reader.problems)));
}

} // namespace core::client
