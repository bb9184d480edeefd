// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The one way from a click to the core: sends, shows what is pending until the watch confirms it, and reports
// how it went. What the core would refuse, being locked, is not even sent, and while the past is shown
// nothing is but the question for another moment. While the connection is lost for more than 5 s, what would
// change something is sent once the user has said so again; editors' texts, which the server compares with
// what it has, at once. Never touches the ClusterView.

#include "ui/clusterview.h"
#include "ui/dialogs/ask.h"
#include "ui/kind.h"
#include "ui/session.h"

#include <deque>
#include <memory>
#include <set>

namespace ui {

/// One thing to tell the user, with at most one thing to do about it. One that says the same, or is of the
/// same topic, takes the place of the one before.
struct Notice {
    enum class Level { Info, Problem };
    Level level = Level::Info;
    QString text;
    QString actionText;
    std::function<void()> action;
    int seconds = 6; ///< 0: until closed
    QString topic; ///< what it is about; empty: nothing in particular
    QString kubectl = {}; ///< the line that does the same, to be copied; empty: it is not offered
    QString keyKeptBy = {}; ///< topic of a notice that is done by the key for what the newest offers
    bool stays = false; ///< until it is dismissed or its action is taken: neither closed nor crowded out
};

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

/// What was ordered, and how it is taken back.
struct Deed {
    core::engine::Command command;
    QString doing; ///< "scale workers to 50": completes "Could not …"
    QString undoText = {};
    std::function<void()> undo = nullptr; ///< null: nothing takes it back
    std::function<bool(const ClusterView &)> isDone = nullptr; ///< null: as far as is known it still holds
};

class CommandSender : public QObject
{
    Q_OBJECT

public:
    CommandSender(Session &session, const ClusterView &cluster, QObject *parent = nullptr);

    /// The core refuses every command that may change the cluster, or has not said yet that it does not.
    bool isLocked() const { return m_cluster.status().locked || m_cluster.isPast(); }
    void setLocked(bool locked);
    /// Tells why nothing may be changed now, once until that is over, with a way to unlock where there is
    /// one.
    void tellLocked(const QString &why);

    /// Asks for the objects as they were; then is called with null when they can't be told, which is a
    /// notice.
    using Seeker = std::function<void(const core::engine::MomentPtr &)>;
    void seek(core::api::Time at, Seeker then);

    void scale(const ObjectRef &target, std::int64_t replicas) { scale(std::vector {target}, replicas); }
    /// Each to that number, with one notice for all. On somebody's cluster scalingAsked comes first.
    void scale(const std::vector<ObjectRef> &targets, std::int64_t replicas);
    /// The same, where the user has seen what it changes.
    void scaleAsSeen(const std::vector<ObjectRef> &targets, std::int64_t replicas);
    /// Names the limit that so many machines exceed; empty where they do not.
    QString whyTooMany(std::int64_t replicas) const;
    /// On somebody's cluster changesAsked comes first, as it does before what undo changes there.
    void setPaused(const std::vector<ObjectRef> &deployments, bool paused);
    void rollBack(const ObjectRef &deployment, std::int64_t revision);
    /// The fault is a recipe as the annotation has it: "not-ready for 30s".
    /// outlook: what will follow, for the notice.
    void breakNodes(
        const std::vector<std::string> &nodes, const std::string &fault, const QString &outlook = {});
    using Forecast = std::function<void(const core::engine::FaultForecast &, const QString &outlook)>;
    /// Asks the core what would follow; then is called unless that can't be told, which is a notice.
    void foresee(const std::vector<std::string> &nodes, const std::string &fault, Forecast then);
    using ScaleSeeker = std::function<void(const core::engine::ScaleForecast &)>;
    /// Asks the core what scaling the set or deployment would do; then is called unless that can't be told.
    void foreseeScale(const ObjectRef &target, std::int64_t replicas, ScaleSeeker then);
    void healNodes(const std::vector<std::string> &nodes);
    void breakZone(const std::string &zone, const std::string &fault, const QString &outlook = {});
    void healZone(const std::string &zone);
    void remove(const ObjectRef &object) { remove(std::vector {object}); }
    /// What is done to several objects has one notice for all.
    void remove(const std::vector<ObjectRef> &objects);
    /// Returns the id of the command, 0 when it was refused.
    quint64 setProviderConfig(
        const ObjectRef &target, const core::api::Json &config, const std::string &resourceVersion);
    quint64 createMachineSet(const core::engine::CreateMachineSet &wanted);
    quint64 applyYaml(const std::string &yaml);
    /// The function is called once, with the object without managedFields, or with what went wrong, which is
    /// no notice.
    using Answer = std::function<void(const core::engine::CommandResult<core::api::JsonPtr> &)>;
    void read(const ObjectRef &object, Answer then);
    /// A merge patch. On trial the server checks it and keeps nothing. before: the object that is changed, to
    /// be given back; null: it never is.
    void edit(const ObjectRef &object, const core::api::Json &patch, bool onTrial, Answer then,
        const core::api::Json &before = nullptr);
    /// The server checks it and keeps nothing; the answer's object is the Scale as it would be.
    void tryScaling(const Scaling &scaling, Answer then);
    void switchController(const std::string &name, bool on);
    /// Several that belong together, with one notice for all.
    void switchOn(const std::vector<std::string> &names);
    void installPrerequisites();
    void retryNow();
    void setPace(double pace);
    void stepTime();
    void runScenario(const QString &name, const std::string &yaml);
    void stopScenario();
    void pauseScenario();
    void continueScenario();
    void stepScenario();
    /// Asks that ChangeSets bring what controllers say of this object; changes nothing in the cluster.
    void inspect(const std::optional<ObjectRef> &object);

    std::vector<std::string> prerequisiteNames() const { return m_session.prerequisiteNames(); }
    int running() const { return static_cast<int>(m_running.size()); }
    /// Looks which pending commands the newest changes confirm.
    void clusterChanged(const core::engine::ChangeSet &changes);

signals:
    /// The user wants what the lock refused.
    void unlockAsked();
    void noticed(const ui::Notice &notice);
    /// The question comes before something is sent.
    void confirmationAsked(const ui::Question &question, const std::function<void()> &accepted);
    /// What is to be scaled on somebody's cluster is shown before it is sent.
    void scalingAsked(const std::vector<ui::Scaling> &scalings, const std::function<void()> &accepted);
    /// And so is what else is changed there by one click.
    void changesAsked(const ui::Question &question, const std::vector<ui::Change> &changes,
        const std::function<void()> &accepted);
    /// A command has left; it will be settled with the same id.
    void sent(quint64 id, const core::engine::Command &command);
    /// A command has left that changes something, and is no question.
    void ordered(quint64 id, const ui::Deed &deed);
    void settled(quint64 id, const core::engine::CommandResult<> &result);
    /// What the notice offers to undo is undone, or nothing is left of it.
    void mooted(const QString &topic);
    /// The text is empty once it is confirmed or failed.
    void pendingChanged(const ui::ObjectRef &subject, const QString &column, const QString &text);
    /// The problem is empty when the last command for the subject went well.
    void problemChanged(const ui::ObjectRef &subject, const QString &problem);
    void finished(quint64 id, const core::engine::CommandResult<> &result);
    void runningChanged(int running);

private:
    /// Orders that one notice tells of, once all are answered.
    struct Batch {
        int open = 0;
        int done = 0;
        std::function<QString(int done)> words;
        QString undoText = {};
        std::function<void()> undo = nullptr; ///< of them all
        QString kubectl = {};
    };
    struct Order {
        core::engine::Command command;
        std::vector<ObjectRef> subjects;
        QString doing; ///< "scale workers to 50": completes "Could not …"
        QString change = {}; ///< "3 → 50", where a question tells of it
        QString column; ///< where the pending text shows
        QString pending;
        std::function<bool(const ClusterView &, const ObjectRef &)> confirmed; ///< of each subject
        QString done; ///< what to say of success; empty: what the core says
        QString outlook; ///< and what will follow
        Forecast forecast;
        QString undoText;
        std::function<void()> undo;
        QString topic; ///< of the notice that offers to undo
        std::function<bool(const ClusterView &)> isDone; ///< what was ordered still holds
        bool quiet = false; ///< success needs no notice
        bool undoIsQuiet = false; ///< no notice offers to undo it
        std::shared_ptr<Batch> batch = nullptr; ///< null: it has a notice of its own
    };
    struct Pending {
        quint64 id = 0;
        ObjectRef subject;
        QString column;
        std::function<bool(const ClusterView &, const ObjectRef &)> confirmed;
    };
    /// A notice that offers to undo something.
    struct Offer {
        QString topic;
        std::function<bool(const ClusterView &)> isDone;
        bool wasSeen = false; ///< the watch has shown it done
    };

    void ask(const core::engine::Command &command, const QString &doing, Answer then,
        const std::function<void()> &undo = nullptr);
    /// Gives the fields back that were changed, unless somebody has changed them since.
    void undoEdit(const ObjectRef &object, const core::api::Json &before, const core::api::Json &after);
    void sendBack(const ObjectRef &object, const core::api::Json &before, const core::api::Json &after,
        const core::api::Json &live);
    std::function<void()> breakingAgain(const std::vector<std::string> &nodes);
    quint64 send(Order order);
    /// What is ordered at once is asked about once.
    void sendOrAsk(Order order);
    std::vector<Scaling> scalingsTo(const std::vector<ObjectRef> &targets, std::int64_t replicas) const;
    Batch scalingAll(const std::vector<Scaling> &scalings, std::int64_t replicas);
    void scaleOrAsk(const std::vector<Scaling> &scalings, const Batch &batch);
    void sendScalings(const std::vector<Scaling> &scalings, const Batch &batch);
    bool isOvertaken(const Scaling &scaling, std::optional<std::int64_t> seen) const;
    Order scaling(const Scaling &scaling);
    bool refusesAsTooMany(std::int64_t replicas);
    QString kubectlLines(const std::vector<Scaling> &scalings) const;
    /// what: "Pause edge".
    void changeOrAsk(const QString &title, const QString &what, const std::vector<Change> &changes,
        const std::function<void()> &doIt);
    void undoConfig(const ObjectRef &target, const core::api::Json &before);
    bool asksFirst(const core::engine::Command &command) const;
    void sendPauses(const std::vector<ObjectRef> &deployments, bool paused);
    Order pausing(const ObjectRef &deployment, bool paused);
    static Order deletion(const ObjectRef &object);
    /// One of them alone has its own notice.
    void sendTogether(std::vector<Order> orders, Batch batch);
    void askAboutHeld();
    bool isOld() const;
    bool isRefused(const core::engine::Command &command) const;
    bool admits(const Order &order);
    QString whyLocked() const; ///< %1 is what was to be done
    void finish(const core::engine::CommandOutcome &outcome);
    void report(const Order &order, const core::engine::CommandResult<> &result);
    void reportBatch(Batch &batch, bool isDone);
    void dropPending(const std::function<bool(const Pending &)> &over);
    void dropMoot();
    std::vector<std::string> failingWith(const std::vector<std::string> &nodes);
    static std::function<bool(const Pending &)> isOf(const Order &order);

    Session &m_session;
    const ClusterView &m_cluster;
    std::unordered_map<quint64, Seeker> m_seeking;
    std::unordered_map<quint64, ScaleSeeker> m_foreseeing;
    std::unordered_map<quint64, Answer> m_asking;
    std::unordered_map<quint64, Order> m_running;
    std::vector<Order> m_held; ///< until they are asked about
    std::deque<Pending> m_pending;
    std::vector<Offer> m_offers;
    std::set<std::string> m_failing; ///< nodes that the window has told to fail, and that may still do
};

} // namespace ui
