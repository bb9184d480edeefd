// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/objectdocument.h"

#include "core/api/mergepatch.h"
#include "core/api/yaml.h"
#include "core/engine/comparison.h"
#include "ui/format.h"
#include "ui/provider/yamltext.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace ui {

using core::api::Json;
using core::engine::FieldDifference;

namespace {

struct ObjectProblemWords {
    Q_DECLARE_TR_FUNCTIONS(ui::ObjectDocument)
};

constexpr std::array<std::string_view, 6> keptByServer {
    "uid", "resourceVersion", "generation", "creationTimestamp", "managedFields", "selfLink"};

void drop(core::api::JsonObject &object, std::string_view name)
{
    if (const auto *member = object.find(name); member != object.end())
        object.stable_erase(member);
}

bool isKeptByServer(std::string_view within, std::string_view name)
{
    return within.empty()
        ? name == "status"
        : within == "metadata." && std::ranges::find(keptByServer, name) != keptByServer.end();
}

/// As what is not there.
bool isNothing(const Json &value)
{
    constexpr std::array<std::string_view, 6> nothing {"null", "false", "0", "\"\"", "[]", "{}"};
    return std::ranges::find(nothing, core::api::writeJson(value)) != nothing.end();
}

/// Goes through what is written alone, and makes texts of nothing that is kept: there may be thousands of
/// objects.
void addLeftOut(const std::string &within, const core::api::JsonObject &written,
    const core::api::JsonObject &made, std::vector<std::string> &fields)
{
    for (const auto &member : written) {
        const std::string_view name(member.key().data(), member.key().size());
        if (isKeptByServer(within, name))
            continue;
        const Json &value = member.value();
        const Json *kept = core::api::member(made, name);
        if (!kept && !isNothing(value))
            fields.push_back(within + std::string(name));
        if (kept && kept->is_object() && value.is_object())
            addLeftOut(within + std::string(name) + '.', value.get_object(), kept->get_object(), fields);
    }
}

/// The first field by which the two are not the same object; empty when they are.
std::string otherObjectIn(const Json &base, const Json &written)
{
    const auto differs = [&](std::initializer_list<std::string_view> path) {
        const Json *there = core::api::find(base, path);
        const Json *here = core::api::find(written, path);
        return there && here ? !core::api::equal(*there, *here) : there != here;
    };
    for (const char *name : {"apiVersion", "kind"}) {
        if (differs({name}))
            return name;
    }
    for (const char *name : {"name", "namespace"}) {
        if (differs({"metadata", name}))
            return std::string("metadata.") + name;
    }
    return {};
}

/// The text with what the merge patch says, and else as it was.
QString patched(QString yaml, const QStringList &path, const Json &patch)
{
    for (const auto &member : patch.get_object()) {
        const QStringList field = path + QStringList {raw(std::string(member.key()))};
        const Json &value = member.value();
        if (value.is_object() && !value.get_object().empty())
            yaml = patched(yaml, field, value);
        else
            yaml = withField(yaml, field, value.is_null() ? std::nullopt : std::optional(value));
    }
    return yaml;
}

/// What was written, where it can be so, with its comments and in its order.
std::string rewritten(const std::string &yaml, const Json &written, const Json &wanted)
{
    const std::string text = utf8(patched(raw(yaml), {}, core::api::mergePatchBetween(written, wanted)));
    const auto check = core::api::parseYaml(text);
    return check && core::api::equal(*check, wanted) ? text : core::api::writeYaml(wanted);
}

bool isWithin(std::string_view field, std::string_view other)
{
    return field == other || (field.starts_with(other) && field[other.size()] == '.');
}

} // namespace

std::vector<std::string> fieldsLeftOut(const Json &written, const Json &made)
{
    std::vector<std::string> fields;
    if (written.is_object() && made.is_object())
        addLeftOut({}, written.get_object(), made.get_object(), fields);
    return fields;
}

QStringList changedFields(const Json &before, const Json &after)
{
    QStringList fields;
    for (const FieldDifference &field : core::engine::detailsThatDiffer(before, after))
        fields.append(QStringLiteral("%1: %2 → %3")
                          .arg(text(field.field), valueText(field.before), valueText(field.after)));
    return fields;
}

Json editableForm(const Json &object)
{
    Json form = object;
    if (!form.is_object())
        return form;
    drop(form.get_object(), "status");
    if (Json *metadata = form.get_object().if_contains("metadata"); metadata && metadata->is_object()) {
        for (const std::string_view name : keptByServer)
            drop(metadata->get_object(), name);
    }
    return form;
}

void ObjectDocument::load(Json object)
{
    m_base = std::move(object);
    m_unwritten = core::api::writeYaml(editableForm(m_base));
    setYaml(m_unwritten);
}

void ObjectDocument::goBackTo(Json base)
{
    m_base = std::move(base);
    m_unwritten = core::api::writeYaml(editableForm(m_base));
    setYaml(std::move(m_yaml));
}

void ObjectDocument::setYaml(std::string yaml)
{
    m_yaml = std::move(yaml);
    m_problem.clear();
    auto written = core::api::parseYaml(m_yaml);
    if (!written) {
        m_problem = written.error().message;
    } else if (!written->is_object()) {
        m_problem = utf8(ObjectProblemWords::tr("this is no object"));
    } else if (const std::string field = otherObjectIn(m_base, *written); !field.empty()) {
        m_problem =
            utf8(ObjectProblemWords::tr("%1 names another object: apply it as YAML of its own to create that")
                     .arg(raw(field)));
    } else {
        m_written = std::move(*written);
    }
}

bool ObjectDocument::isChanged() const
{
    return !m_problem.empty() || !core::api::equal(editableForm(m_base), m_written);
}

Json ObjectDocument::patch() const
{
    Json patch = core::api::mergePatchBetween(editableForm(m_base), m_written);
    Json &metadata = patch.get_object()["metadata"];
    if (!metadata.is_object())
        metadata = core::api::JsonObject();
    for (const char *name : {"uid", "resourceVersion"}) {
        if (const Json *value = core::api::find(m_base, {"metadata", name}))
            metadata.get_object()[name] = *value;
    }
    return patch;
}

bool ObjectDocument::isOf(const Json &object) const
{
    return core::api::textAt(object, {"metadata", "uid"}) == core::api::textAt(m_base, {"metadata", "uid"});
}

std::vector<FieldClash> ObjectDocument::clashesWith(const Json &live) const
{
    const Json base = editableForm(m_base);
    const auto theirs = core::engine::fieldsThatDiffer(base, editableForm(live));
    std::vector<FieldClash> clashes;
    for (const FieldDifference &mine : core::engine::fieldsThatDiffer(base, m_written)) {
        const auto same = std::ranges::find_if(theirs, [&](const FieldDifference &other) {
            return (isWithin(mine.field, other.field) || isWithin(other.field, mine.field))
                && other.after != mine.after;
        });
        if (same != theirs.end())
            clashes.push_back({mine.field, mine.before, same->after, mine.after});
    }
    return clashes;
}

void ObjectDocument::meet(Json live, Winner winner)
{
    const Json before = editableForm(m_base);
    Json merged = editableForm(live);
    const Json theirs = core::api::mergePatchBetween(before, merged);
    m_base = std::move(live);
    if (theirs.get_object().empty())
        return setYaml(std::move(m_yaml)); // as it was written, with its comments
    m_unwritten = rewritten(m_unwritten, before, merged);
    core::api::applyMergePatch(merged, core::api::mergePatchBetween(before, m_written));
    if (winner == Winner::Theirs)
        core::api::applyMergePatch(merged, theirs);
    setYaml(rewritten(m_yaml, m_written, merged));
}

} // namespace ui
