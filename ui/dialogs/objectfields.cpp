// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/objectfields.h"

#include "core/api/rolloutsizes.h"
#include "core/api/time.h"
#include "ui/format.h"

#include <QCoreApplication>

#include <array>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::api::Json;
using As = ObjectField::As;

namespace {

struct FieldWords {
    Q_DECLARE_TR_FUNCTIONS(ui::ObjectForm)
};

constexpr std::array<std::string_view, 3> deletePolicies {"Random", "Newest", "Oldest"};
constexpr std::array<std::string_view, 2> strategies {"RollingUpdate", "Recreate"};
constexpr std::array<std::string_view, 3> mcmStrategies {"RollingUpdate", "Recreate", "InPlaceUpdate"};

constexpr ObjectField replicas {
    "spec.replicas", As::Number, QT_TRANSLATE_NOOP("ui::ObjectForm", "&Machines"), "1"};
constexpr ObjectField minReady {"spec.minReadySeconds", As::Number,
    QT_TRANSLATE_NOOP("ui::ObjectForm", "Available after &seconds ready"), "0"};
constexpr ObjectField surge {"spec.strategy.rollingUpdate.maxSurge", As::Amount,
    QT_TRANSLATE_NOOP("ui::ObjectForm", "More than wanted, at &most"), "1", {}, true};
constexpr ObjectField unavailable {"spec.strategy.rollingUpdate.maxUnavailable", As::Amount,
    QT_TRANSLATE_NOOP("ui::ObjectForm", "&Unavailable, at most"), "0"};
constexpr ObjectField paused {
    "spec.paused", As::Flag, QT_TRANSLATE_NOOP("ui::ObjectForm", "&Paused: nothing is rolled out"), "false"};
constexpr ObjectField history {
    "spec.revisionHistoryLimit", As::Number, QT_TRANSLATE_NOOP("ui::ObjectForm", "&Old sets kept"), "1"};
constexpr ObjectField deadline {"spec.progressDeadlineSeconds", As::Number,
    QT_TRANSLATE_NOOP("ui::ObjectForm", "Stuck after seconds without &progress"), "600"};

constexpr std::array setFields {replicas,
    ObjectField {"spec.deletePolicy", As::Choice,
        QT_TRANSLATE_NOOP("ui::ObjectForm", "Scaling down takes &first"), "Random", deletePolicies},
    minReady};
constexpr std::array deploymentFields {replicas,
    ObjectField {"spec.strategy.type", As::Choice, QT_TRANSLATE_NOOP("ui::ObjectForm", "S&trategy"),
        "RollingUpdate", strategies},
    surge, unavailable, minReady, deadline, history, paused};
constexpr ObjectField absentIs(ObjectField field, const char *value)
{
    field.whenAbsent = value;
    return field;
}

/// Availability in machine.sapcloud.io ignores minReadySeconds (docs/machines.md §6.6).
constexpr std::array mcmSetFields {absentIs(replicas, "0")};
constexpr std::array mcmDeploymentFields {absentIs(replicas, "0"),
    ObjectField {"spec.strategy.type", As::Choice, QT_TRANSLATE_NOOP("ui::ObjectForm", "S&trategy"), "",
        mcmStrategies},
    surge, unavailable, absentIs(deadline, ""), absentIs(history, ""), paused};

constexpr std::array checkFields {
    ObjectField {"spec.maxUnhealthy", As::Amount,
        QT_TRANSLATE_NOOP("ui::ObjectForm", "Replaces while &unhealthy are at most"), "100%"},
    ObjectField {"spec.nodeStartupTimeout", As::Span,
        QT_TRANSLATE_NOOP("ui::ObjectForm", "A node has to &join within"), "10m"},
    ObjectField {"spec.unhealthyConditions", As::Conditions,
        QT_TRANSLATE_NOOP("ui::ObjectForm", "Unhealthy when a &condition lasts"), ""},
};

bool isWholeNumber(const Json &value)
{
    return value.is_int64() && value.get_int64() >= 0;
}

bool isAmount(const Json &value)
{
    core::api::IntOrString amount;
    if (value.is_int64())
        amount.value = value.get_int64();
    else if (value.is_string())
        amount.value = core::api::text(value.get_string());
    return !value.is_bool() && core::api::amountProblem("", amount).empty();
}

bool isSpan(const std::string &text)
{
    return core::api::parseDuration(text).has_value();
}

QString spanProblem(const Json &value)
{
    const std::string written =
        value.is_string() ? core::api::text(value.get_string()) : core::api::writeJson(value);
    if (value.is_string() && isSpan(written))
        return {};
    if (const std::string meant = written + 's'; wholeNumber(raw(written)) && isSpan(meant))
        return FieldWords::tr("a unit is missing; did you mean %1?").arg(raw(meant));
    return FieldWords::tr("a duration is wanted, such as 90s or 5m");
}

/// Of the first condition that has one.
QString conditionsProblem(const Json &list)
{
    if (!list.is_array())
        return {};
    for (const Json &condition : list.get_array()) {
        const Json *lasting = core::api::find(condition, {"timeout"});
        const QString problem = lasting ? spanProblem(*lasting) : QString();
        if (!problem.isEmpty())
            return FieldWords::tr("%1: %2").arg(text(core::api::textAt(condition, {"type"})), problem);
    }
    return {};
}

} // namespace

QStringList ObjectField::members() const
{
    return raw(path).split(u'.');
}

Json ObjectField::in(const Json &object) const
{
    const Json *at = &object;
    for (const QString &name : members()) {
        at = at->is_object() ? at->get_object().if_contains(utf8(name)) : nullptr;
        if (!at)
            return nullptr;
    }
    return *at;
}

std::optional<Json> ObjectField::read(const QString &typed) const
{
    const QString value = typed.trimmed();
    if (value.isEmpty())
        return std::nullopt;
    const auto number = wholeNumber(value);
    if (number && (as == As::Number || as == As::Amount))
        return Json(std::int64_t(*number));
    return Json(utf8(value));
}

QString ObjectField::problem(const Json &value) const
{
    if (value.is_null())
        return {};
    if (as == As::Number && !isWholeNumber(value))
        return FieldWords::tr("a whole number is wanted, 0 or more");
    if (as == As::Amount && !isAmount(value))
        return FieldWords::tr("a number of machines is wanted, or a percentage such as 40%");
    if (as == As::Span)
        return spanProblem(value);
    if (as == As::Conditions)
        return conditionsProblem(value);
    return {};
}

std::span<const ObjectField> fieldsOf(Kind kind)
{
    switch (kind) {
    case Kind::MachineSet:
        return setFields;
    case Kind::McmMachineSet:
        return mcmSetFields;
    case Kind::MachineDeployment:
        return deploymentFields;
    case Kind::McmMachineDeployment:
        return mcmDeploymentFields;
    case Kind::HealthCheck:
        return checkFields;
    default:
        return {};
    }
}

std::optional<std::int64_t> machinesOf(const Json &object, const Json &written)
{
    if (const auto watched = core::api::integerAt(object, {"status", "expectedMachines"}))
        return watched;
    return core::api::integerAt(written, {"spec", "replicas"});
}

} // namespace ui
