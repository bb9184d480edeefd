// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What somebody writes in the YAML of an object, beside the object as the server has it (docs/window.md W26).

#include "core/api/json.h"

#include <string>
#include <vector>

namespace ui {

/// A field that was changed here and elsewhere, to different values; as JSON, empty where it is not there.
struct FieldClash {
    std::string field; ///< "spec.replicas"
    std::string before;
    std::string theirs;
    std::string mine;

    bool operator==(const FieldClash &) const = default;
};

/// The object without what the server keeps by itself: status, uid, versions, times, managed fields.
core::api::Json editableForm(const core::api::Json &object);
/// "spec.replicas: 3 → 5", of each field in which the documents differ.
QStringList changedFields(const core::api::Json &before, const core::api::Json &after);
/// The fields that say something where they are written, and that are not there in what the server made of
/// it.
std::vector<std::string> fieldsLeftOut(const core::api::Json &written, const core::api::Json &made);

class ObjectDocument
{
public:
    /// What is written begins with this object.
    void load(core::api::Json object);
    /// The object that what is written began with, or has met last.
    const core::api::Json &base() const { return m_base; }
    /// What is written goes on from a base that it had before.
    void goBackTo(core::api::Json base);

    const std::string &yaml() const { return m_yaml; }
    void setYaml(std::string yaml);
    /// Of the text, or while that is no object of this name, of the last one that was.
    const core::api::Json &written() const { return m_written; }
    /// Why what is written can't be sent: no YAML, not one object, or another object; empty when it can.
    const std::string &problem() const { return m_problem; }
    /// The text is another than the object's own, if only by a comment.
    bool isWritten() const { return m_yaml != m_unwritten; }
    bool isChanged() const;
    /// The patch leads from the base to what is written; uid and version of the base are preconditions.
    core::api::Json patch() const;

    /// An object of its name that was made anew or is in another cluster is not this one.
    bool isOf(const core::api::Json &object) const;
    /// The fields in which what was changed elsewhere, up to this object, stands against what is written.
    std::vector<FieldClash> clashesWith(const core::api::Json &live) const;
    enum class Winner { Mine, Theirs };
    /// What is written goes on from this object: it has the changes from here and elsewhere, and is else as
    /// it was written.
    void meet(core::api::Json live, Winner winner = Winner::Mine);

private:
    core::api::Json m_base;
    std::string m_yaml;
    std::string m_unwritten; ///< what m_yaml would be, had nothing been written
    std::string m_problem;
    core::api::Json m_written; ///< of m_yaml, while there is no problem
};

} // namespace ui
