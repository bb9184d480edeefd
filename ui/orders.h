// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What becomes of an order: sent, pending until the watch confirms it, told as a notice that may offer to
// undo it. What the core would refuse, being locked, is not even sent, and while the past is shown nothing is
// but the question for another moment. While the connection is lost for more than 5 s, what would change
// something is sent once the user has said so again; editors' texts, which the server compares with what it
// has, at once. Answers to questions go to who asked. Never touches the ClusterView.

#include "ui/clusterview.h"
#include "ui/dialogs/ask.h"
#include "ui/kind.h"
#include "ui/session.h"

#include <deque>
#include <memory>

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

/// What was ordered, and how it is taken back.
struct Deed {
    core::engine::Command command;
    QString doing; ///< "scale workers to 50": completes "Could not …"
    QString undoText = {};
    std::function<void()> undo = nullptr; ///< null: nothing takes it back
    std::function<bool(const ClusterView &)> isDone = nullptr; ///< null: as far as is known it still holds
};

class Orders : public QObject
{
    Q_OBJECT

public:
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
    using ScaleSeeker = std::function<void(const core::engine::ScaleForecast &)>;
    /// Asks the core what scaling the set or deployment would do; then is called unless that can't be told.
    void foreseeScale(const ObjectRef &target, std::int64_t replicas, ScaleSeeker then);
    using Forecast = std::function<void(const core::engine::FaultForecast &, const QString &outlook)>;
    /// Called once, with the object without managedFields, or with what went wrong, which is no notice.
    using Answer = std::function<void(const core::engine::CommandResult<core::api::Answered> &)>;
    using Trials = core::engine::CommandResult<std::vector<core::api::TriedObject>>;
    using TrialsAnswer = std::function<void(const Trials &)>;
    /// Asks the server what it would make of each object that is written; it keeps nothing. Returns the id
    /// of the command, 0 when it was refused, which is the answer then.
    quint64 tryWrite(const core::engine::TryWrite &write, TrialsAnswer then);
    /// Nobody waits for that answer any more: it does not come, and the server is asked no further.
    void dropTrial(quint64 id);

    int running() const { return static_cast<int>(m_running.size()); }
    /// Looks which pending commands the newest changes confirm.
    void clusterChanged(const core::engine::ChangeSet &changes);

signals:
    /// The user wants what the lock refused.
    void unlockAsked();
    void noticed(const ui::Notice &notice);
    /// The question comes before something is sent.
    void confirmationAsked(const ui::Question &question, const std::function<void()> &accepted);
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

protected:
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

    Orders(Session &session, const ClusterView &cluster, QObject *parent);

    /// Returns the id of the command, 0 when it was refused.
    quint64 send(Order order);
    /// What is ordered at once is asked about once.
    void sendOrAsk(Order order);
    /// One of them alone has its own notice.
    void sendTogether(std::vector<Order> orders, Batch batch);
    /// The answer's object goes to who asked, and no notice tells of it.
    void ask(const Deed &deed, Answer then);
    /// Success, with the way back as long as it holds, if there is one.
    void tellDone(const Deed &deed, Notice notice);
    bool isRefused(const core::engine::Command &command) const;
    /// The connection is lost for so long that what is shown is not trusted.
    bool isOld() const;
    /// Something is pending for an object of that name.
    bool isPending(const std::string &name) const;

    Session &m_session;
    const ClusterView &m_cluster;

private:
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

    bool admits(const Order &order);
    QString whyLocked() const; ///< %1 is what was to be done
    void askAboutHeld();
    void finish(const core::engine::CommandOutcome &outcome);
    static Deed deedOf(const Order &order);
    void report(const Order &order, const core::engine::CommandResult<> &result);
    void reportBatch(Batch &batch, bool isDone);
    void dropPending(const std::function<bool(const Pending &)> &over);
    void dropMoot();
    static std::function<bool(const Pending &)> isOf(const Order &order);

    std::unordered_map<quint64, Seeker> m_seeking;
    std::unordered_map<quint64, ScaleSeeker> m_foreseeing;
    std::unordered_map<quint64, Answer> m_asking;
    std::unordered_map<quint64, TrialsAnswer> m_trying;
    std::unordered_map<quint64, Order> m_running;
    std::vector<Order> m_held; ///< until they are asked about
    std::deque<Pending> m_pending;
    std::vector<Offer> m_offers;
};

} // namespace ui
