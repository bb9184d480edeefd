// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How the HTML of a report tells of a stretch of time. This one speaks English and tells times in UTC, so
// that a report has the same bytes everywhere; the window has one that speaks as the window does.

#include "core/api/saying.h"
#include "core/timeline/fact.h"

namespace core::scenario {

class ReportVoice
{
public:
    ReportVoice() = default;
    virtual ~ReportVoice() = default;
    ReportVoice(const ReportVoice &) = delete;
    ReportVoice &operator=(const ReportVoice &) = delete;

    /// The language as HTML names it: "en".
    virtual std::string language() const;
    virtual std::string words(const api::Saying &saying) const;
    /// "19.3 s"
    virtual std::string length(base::Duration length) const;
    /// "12:00:09.100": the first eight characters are the whole seconds.
    virtual std::string clock(api::Time at) const;
    /// "2026-11-20 12:00:09 UTC"
    virtual std::string moment(api::Time at) const;
    /// "NotReady"
    virtual std::string condition(const timeline::Episode &episode) const;
    /// "NotReady (fault: not-ready)"
    virtual std::string cause(const timeline::Episode &episode) const;
    /// How the episode ended, or what it waits for, in one sentence.
    virtual std::string outcome(const timeline::Episode &episode) const;
};

} // namespace core::scenario
