// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/provider/configdocument.h"

#include "core/api/providerfields.h"
#include "core/api/yaml.h"
#include "ui/format.h"
#include "ui/provider/yamltext.h"

#include <QCoreApplication>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::api::Json;
using core::api::JsonObject;

namespace {

struct DocumentWords {
    Q_DECLARE_TR_FUNCTIONS(ui::ConfigDocument)
};

/// The message loses the path that leads to the field: "expected …".
QString shortened(const QString &message, const QString &field)
{
    const QString prefix = u"spec.providerSpec.value."_s + field + u": "_s;
    return message.startsWith(prefix) ? message.mid(prefix.size()) : message;
}

/// Splits the name of a field, also "metadata.annotations[hollowlab.io/zone]".
QStringList pathOf(const QString &name)
{
    static const QString annotation = u"metadata.annotations["_s;
    if (!name.startsWith(annotation))
        return {name};
    return {u"metadata"_s, u"annotations"_s, name.sliced(annotation.size()).chopped(1)};
}

} // namespace

const QStringList &ConfigDocument::fields()
{
    static const QStringList fields = [] {
        QStringList names {u"apiVersion"_s, u"kind"_s};
        for (const core::api::ProviderField &field : core::api::providerFields())
            names.append(raw(field.name));
        return names;
    }();
    return fields;
}

QStringList ConfigDocument::fieldsAndAnnotations()
{
    QStringList names = fields();
    for (const core::api::ProviderAnnotation &annotation : core::api::providerAnnotations())
        names.append(raw(annotation.field()));
    return names;
}

void ConfigDocument::setYaml(const QString &yaml)
{
    m_yaml = yaml;
    m_syntaxError.reset();
    m_config.reset();
    m_problems.clear();
    const bool blank = yaml.trimmed().isEmpty();
    const auto json = blank ? core::base::Result<Json>(JsonObject()) : core::api::parseYaml(utf8(yaml));
    if (!json) {
        const QString message = text(json.error().message);
        m_syntaxError = SyntaxError {std::max(1, core::api::lineNamedIn(json.error().message)), message};
        return;
    }
    if (!json->is_object()) {
        m_syntaxError =
            SyntaxError {1, DocumentWords::tr("A provider config is a list of \"name: value\" lines.")};
        return;
    }
    m_json = *json;
    check();
}

void ConfigDocument::check()
{
    // Field by field first, so that each wrong type is told beside its field.
    for (const QString &name : fields()) {
        JsonObject alone;
        alone[utf8(name)] = field(name);
        const auto read = core::api::parseProviderConfig(Json(alone));
        if (!read)
            addProblem(name, Severity::Error, shortened(text(read.error().message), name));
    }
    if (!m_problems.isEmpty())
        return;
    const auto config = core::api::parseProviderConfig(m_json);
    if (!config)
        return addProblem(u"kind"_s, Severity::Error, text(config.error().message));
    m_config = *config;
    for (const auto &problem : core::api::validate(*config))
        addProblem(raw(problem.field), problem.severity, text(problem.message));
    warnOfUnknown();
}

/// What is mistyped says nothing: no machine is otherwise for it.
void ConfigDocument::warnOfUnknown()
{
    if (!m_json.is_object())
        return;
    for (const auto &member : m_json.get_object()) {
        const QString name = raw(std::string(member.key()));
        if (name != "metadata"_L1 && !fields().contains(name))
            addProblem(name, Severity::Warning, DocumentWords::tr("is no field of a provider config"));
    }
}

void ConfigDocument::addProblem(const QString &field, Severity severity, const QString &message)
{
    const auto known = m_problems.constFind(field);
    if (known == m_problems.constEnd()
        || (known->severity == Severity::Warning && severity == Severity::Error))
        m_problems.insert(field, {severity, message});
}

void ConfigDocument::setField(const QString &name, const Json &value)
{
    if (m_syntaxError || field(name) == value)
        return;
    const QStringList path = pathOf(name);
    if (path.size() == 1)
        return setYaml(withMember(m_yaml, name, value, fields()));
    setYaml(withField(m_yaml, path, value.is_null() ? std::nullopt : std::optional(value)));
}

void ConfigDocument::takeField(const QString &name, const ConfigDocument &other)
{
    const Json value = other.field(name);
    if (!value.is_null() || other.json().get_object().contains(utf8(name)))
        setField(name, value);
    else if (!m_syntaxError)
        setYaml(withField(m_yaml, pathOf(name), std::nullopt));
}

Json ConfigDocument::field(const QString &name) const
{
    const Json *found = &m_json;
    for (const QString &member : pathOf(name)) {
        found = found->is_object() ? found->get_object().if_contains(utf8(member)) : nullptr;
        if (!found)
            return {};
    }
    return *found;
}

bool ConfigDocument::isApplicable() const
{
    return !m_syntaxError && m_config && std::ranges::none_of(m_problems, [](const Problem &problem) {
        return problem.severity == Severity::Error;
    });
}

bool ConfigDocument::isLifeReadable() const
{
    const auto isWrong = [this](const core::api::ProviderAnnotation &annotation) {
        return annotation.shapesLife && m_problems.contains(raw(annotation.field()));
    };
    return m_config && std::ranges::none_of(core::api::providerAnnotations(), isWrong);
}

} // namespace ui
