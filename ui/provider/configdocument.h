// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A provider config being edited: one YAML text, which the editor shows as it is and the form shows field by
// field (docs/window.md W12). Both edit the text; nothing that stands in it is ever lost. The rules are
// core/api's.

#include "core/api/providerconfig.h"

#include <QMap>
#include <QString>
#include <QStringList>

namespace ui {

class ConfigDocument
{
public:
    using Severity = core::api::ConfigProblem::Severity;

    struct Problem {
        Severity severity = Severity::Error;
        QString message;
    };
    struct SyntaxError {
        int line = 1;
        QString message;
    };

    /// JSON names of the fields in the order of docs/machines.md §1.2.
    static const QStringList &fields();
    /// These, and the annotations that mean something, by the names that problems have for them.
    static QStringList fieldsAndAnnotations();

    void setYaml(const QString &yaml);
    const QString &yaml() const { return m_yaml; }
    /// Writes a field into the text, or an annotation by the name that problems have for it; an annotation of
    /// null goes. Does nothing while the text is no YAML.
    void setField(const QString &field, const core::api::Json &value);

    /// Makes the field what it is in the other one, also where it is not there.
    void takeField(const QString &field, const ConfigDocument &other);

    const std::optional<SyntaxError> &syntaxError() const { return m_syntaxError; }
    /// The value as written, null when it is not there.
    core::api::Json field(const QString &name) const;
    /// The whole document, also with members that we do not know.
    const core::api::Json &json() const { return m_json; }
    /// The problems are by JSON name; the most serious one of each field.
    const QMap<QString, Problem> &problems() const { return m_problems; }
    /// Nothing while a field has the wrong type.
    const std::optional<core::api::KubemarkProviderConfig> &config() const { return m_config; }
    bool isApplicable() const;
    /// What its nodes go through can be told.
    bool isLifeReadable() const;

private:
    void check();
    void warnOfUnknown();
    void addProblem(const QString &field, Severity severity, const QString &message);

    QString m_yaml;
    core::api::Json m_json = core::api::JsonObject();
    std::optional<SyntaxError> m_syntaxError;
    std::optional<core::api::KubemarkProviderConfig> m_config;
    QMap<QString, Problem> m_problems;
};

} // namespace ui
