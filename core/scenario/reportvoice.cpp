// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/reportvoice.h"

#include "core/timeline/text.h"

namespace core::scenario {

using timeline::Episode;
using timeline::formatMillis;

std::string ReportVoice::language() const
{
    return "en";
}

std::string ReportVoice::words(const api::Saying &saying) const
{
    return saying.text;
}

std::string ReportVoice::length(base::Duration length) const
{
    return timeline::formatSeconds(length);
}

std::string ReportVoice::clock(api::Time at) const
{
    return formatMillis(at).substr(11, 12);
}

std::string ReportVoice::moment(api::Time at) const
{
    const std::string text = formatMillis(at);
    return text.substr(0, 10) + " " + text.substr(11, 8) + " UTC";
}

std::string ReportVoice::condition(const Episode &episode) const
{
    return std::string(episode.condition());
}

std::string ReportVoice::cause(const Episode &episode) const
{
    return episode.cause;
}

std::string ReportVoice::outcome(const Episode &episode) const
{
    return sentenceOf(episode);
}

} // namespace core::scenario
