// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What kubectl apply does to files, in its plain form: objects of any kind are created, or patched where they
// exist.

#include "core/base/scope.h"
#include "core/client/client.h"

#include <functional>
#include <optional>

namespace core::client {

class Applier
{
public:
    explicit Applier(Client &client);

    /// Applies the objects one after the other; a namespaced object without a namespace goes to the given
    /// one. The answer has a line for each ("machineset.machine.openshift.io/workers created"); the first
    /// failure ends it and names the object. The server is asked once for the kinds of a group and version,
    /// and once more for one that was not among them.
    void apply(std::vector<api::Json> objects, std::string defaultNamespace,
        Callback<std::vector<std::string>> callback);
    /// Asks the server by the same requests what it would make of each of the objects, of which it keeps
    /// nothing. One that it refuses does not end it; that there is no server to ask does, and so does
    /// isWanted, which is asked before each of them, when it says no.
    void tryApply(std::vector<api::Json> objects, std::string defaultNamespace,
        std::function<bool()> isWanted, Callback<std::vector<api::TriedObject>> callback);
    /// Asks so of a patch.
    void tryPatch(api::PatchObject patch, Callback<api::TriedObject> callback);

private:
    struct Job;
    void start(const std::shared_ptr<Job> &job, std::vector<api::Json> objects, std::string defaultNamespace);
    void next(const std::shared_ptr<Job> &job);
    /// Makes the object's resource of what is known of its kind, without its plural where the server is yet
    /// to be asked; tells why there is none.
    static std::optional<base::Error> place(Job &job);
    void askForKinds(const std::shared_ptr<Job> &job);
    void look(const std::shared_ptr<Job> &job);
    void create(const std::shared_ptr<Job> &job);
    void tryCreate(const std::shared_ptr<Job> &job);
    void tryChange(const std::shared_ptr<Job> &job, const api::JsonPtr &before);
    Callback<api::TriedObject> changeTold(const std::shared_ptr<Job> &job);
    void tryPatchOf(
        const api::JsonPtr &before, const api::PatchObject &patch, Callback<api::TriedObject> callback);
    void patchExisting(const std::shared_ptr<Job> &job);
    void finishOne(const std::shared_ptr<Job> &job, const std::string &verb);
    void finishTrial(const std::shared_ptr<Job> &job, api::TriedObject tried);
    static void keepTrial(Job &job, api::TriedObject tried);
    void fail(const std::shared_ptr<Job> &job, const base::Error &error);

    Client &m_client;
    base::Scope m_scope;
};

} // namespace core::client
