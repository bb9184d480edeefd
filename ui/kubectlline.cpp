// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kubectlline.h"

#include "core/api/codec.h"
#include "core/api/machine.h"
#include "core/api/providerconfig.h"
#include "core/api/yaml.h"
#include "core/base/displaytext.h"
#include "core/base/overloaded.h"
#include "core/engine/commander.h"
#include "ui/format.h"

namespace ui {

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using core::api::Json;
using core::api::JsonObject;

namespace {

/// " -n default machinesets.machine.openshift.io/workers"
QString target(const core::api::ResourceRef &ref)
{
    const core::api::Resource &resource = *ref.resource;
    const std::string kind =
        resource.group.empty() ? resource.plural : resource.plural + '.' + resource.group;
    const QString where = ref.key.ns.empty() ? QString() : u" -n "_s + shellWord(raw(ref.key.ns));
    return where + u' ' + shellWord(raw(kind + '/' + ref.key.name));
}

QString patchLine(const core::api::ResourceRef &ref, const Json &patch)
{
    const std::string json = core::base::printableJson(core::api::writeJson(patch));
    return u" patch"_s + target(ref) + u" --type=merge -p "_s + shellWord(raw(json));
}

/// A word that no line of the text is.
QString endMark(const QString &yaml)
{
    QString mark = u"END"_s;
    while (yaml.split(u'\n').contains(mark))
        mark += u'_';
    return mark;
}

QString applyLines(const std::string &yaml)
{
    QString text = raw(core::base::printableText(yaml)); // a terminal obeys what it is given
    if (!text.endsWith(u'\n'))
        text += u'\n';
    const QString mark = endMark(text);
    return u" apply -f - <<'%1'\n%2%1"_s.arg(mark, text);
}

QString annotateLine(const QString &which, const std::string &fault)
{
    const QString key = raw(core::api::keys::fault);
    return u" annotate "_s + which + u' '
        + (fault.empty() ? key + u'-' : shellWord(key + u'=' + raw(fault)) + u" --overwrite"_s);
}

QString annotateNodes(const std::vector<std::string> &nodes, const std::string &fault)
{
    QStringList names {u"node"_s};
    for (const std::string &node : nodes)
        names.append(shellWord(raw(node)));
    return annotateLine(names.join(u' '), fault);
}

QString annotateZone(const std::string &zone, const std::string &fault)
{
    return annotateLine(
        u"node -l "_s + shellWord(raw(core::api::keys::topologyZone) + u'=' + raw(zone)), fault);
}

std::string yamlOf(const CreateMachineSet &wanted)
{
    std::string yaml = core::api::writeYaml(
        core::api::encodeObject(newMachineSet(wanted.key, wanted.replicas, wanted.config)));
    if (wanted.withHealthCheck)
        yaml += "---\n" + core::api::writeYaml(core::api::encodeObject(newHealthCheck(wanted.key)));
    return yaml;
}

} // namespace

Json configPatch(const Json &config)
{
    const JsonObject provider {{"providerSpec", JsonObject {{"value", config}}}};
    return JsonObject {{"spec", JsonObject {{"template", JsonObject {{"spec", JsonObject(provider)}}}}}};
}

QString kubectlLine(const QString &kubectl, const Command &command)
{
    const QString rest = std::visit(
        core::base::Overloaded {
            [](const Scale &scale) {
                return u" scale"_s + target(scale.target) + u" --replicas=%1"_s.arg(scale.replicas);
            },
            [](const SetPaused &pause) {
                return patchLine(
                    pause.deployment, JsonObject {{"spec", JsonObject {{"paused", pause.paused}}}});
            },
            [](const RollBack &back) {
                const JsonObject to {{"revision", back.revision}};
                return patchLine(back.deployment, JsonObject {{"spec", JsonObject {{"rollbackTo", to}}}});
            },
            [](const BreakNodes &fault) { return annotateNodes(fault.nodes, fault.fault); },
            [](const HealNodes &heal) { return annotateNodes(heal.nodes, {}); },
            [](const BreakZone &fault) { return annotateZone(fault.zone, fault.fault); },
            [](const HealZone &heal) { return annotateZone(heal.zone, {}); },
            [](const DeleteThing &deletion) { return u" delete"_s + target(deletion.thing); },
            [](const SetProviderConfig &config) {
                return patchLine(config.target, configPatch(config.config));
            },
            [](const EditObject &edit) { return patchLine(edit.object, edit.patch); },
            [](const ApplyYaml &apply) { return applyLines(apply.yaml); },
            [](const CreateMachineSet &wanted) { return applyLines(yamlOf(wanted)); },
            [](const auto &) { return QString(); },
        },
        command);
    return rest.isEmpty() ? QString() : kubectl + rest;
}

} // namespace ui
