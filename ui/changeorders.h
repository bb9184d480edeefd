// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The orders that change what an object is to be: how many machines, whether it pauses, its provider config,
// any field. On somebody's cluster what one click changes is asked about before it is sent, and so is what
// undo changes there; undo takes nothing back that somebody else has changed since.

#include "ui/orders.h"

namespace ui {

/// How many machines a set or deployment is to have, and had.
struct Scaling {
    ObjectRef target;
    std::int64_t before = 0;
    std::int64_t wanted = 0;

    core::engine::Scale command() const { return {resourceRef(target), wanted}; }
};

/// Of the notice that offers to scale back.
QString scalingTopic(const ObjectRef &target);

/// Of an object on somebody's cluster, before it is sent.
struct Change {
    ObjectRef target;
    core::api::Json patch;
    QStringList fields; ///< "spec.paused: false → true"
    core::engine::Command command; ///< that makes it
};

class ChangeOrders : public Orders
{
    Q_OBJECT

public:
    void scale(const ObjectRef &target, std::int64_t replicas) { scale(std::vector {target}, replicas); }
    /// Each to that number, with one notice for all. On somebody's cluster scalingAsked comes first.
    void scale(const std::vector<ObjectRef> &targets, std::int64_t replicas);
    /// The same, where the user has seen what it changes.
    void scaleAsSeen(const std::vector<ObjectRef> &targets, std::int64_t replicas);
    /// Names the limit that so many machines exceed; empty where they do not.
    QString whyTooMany(std::int64_t replicas) const;
    /// The server checks it and keeps nothing; the answer's object is the Scale as it would be.
    void tryScaling(const Scaling &scaling, Answer then);
    /// On somebody's cluster changesAsked comes first, as it does before what undo changes there.
    void setPaused(const std::vector<ObjectRef> &deployments, bool paused);
    /// Returns the id of the command, 0 when it was refused.
    quint64 setProviderConfig(
        const ObjectRef &target, const core::api::Json &config, const std::string &resourceVersion);
    void read(const ObjectRef &object, Answer then);
    /// A merge patch. On trial the server checks it and keeps nothing. before: the object that is changed, to
    /// be given back, which the notice of success offers; null: it never is, and there is no notice.
    void edit(const ObjectRef &object, const core::api::Json &patch, bool onTrial, Answer then,
        const core::api::Json &before = nullptr);

signals:
    /// What is to be scaled on somebody's cluster is shown before it is sent.
    void scalingAsked(const std::vector<ui::Scaling> &scalings, const std::function<void()> &accepted);
    /// And so is what else is changed there by one click.
    void changesAsked(const ui::Question &question, const std::vector<ui::Change> &changes,
        const std::function<void()> &accepted);

protected:
    using Orders::Orders;

private:
    bool asksFirst(const core::engine::Command &command) const;
    bool refusesAsTooMany(std::int64_t replicas);
    std::vector<Scaling> scalingsTo(const std::vector<ObjectRef> &targets, std::int64_t replicas) const;
    Batch scalingAll(const std::vector<Scaling> &scalings, std::int64_t replicas);
    QString kubectlLines(const std::vector<Scaling> &scalings) const;
    void scaleOrAsk(const std::vector<Scaling> &scalings, const Batch &batch);
    bool isOvertaken(const Scaling &scaling, std::optional<std::int64_t> seen) const;
    void sendScalings(const std::vector<Scaling> &scalings, const Batch &batch);
    Order scaling(const Scaling &scaling);
    /// what: "Pause edge".
    void changeOrAsk(const QString &title, const QString &what, const std::vector<Change> &changes,
        const std::function<void()> &doIt);
    void sendPauses(const std::vector<ObjectRef> &deployments, bool paused);
    Order pausing(const ObjectRef &deployment, bool paused);
    void undoConfig(const ObjectRef &target, const core::api::Json &before);
    /// done: what the notice says.
    void editAndTell(const ObjectRef &object, const core::api::Json &patch, const QString &done, Answer then,
        const core::api::Json &before);
    /// Gives the fields back that were changed, unless somebody has changed them since.
    void undoEdit(const ObjectRef &object, const core::api::Json &before, const core::api::Json &after);
    void sendBack(const ObjectRef &object, const core::api::Json &before, const core::api::Json &after,
        const core::api::Json &live);
};

} // namespace ui
