// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's program (packaging/fuzz.sh). HOLLOWLAB_FUZZ names the feed: a folder of seeds.
#include "tests/fuzz/feeds.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace fuzz {

void require(bool kept, const char *promise, std::string_view about)
{
    if (kept)
        return;
    (void)std::fprintf(stderr, "broken: %s\n%.*s\n", promise, static_cast<int>(about.size()), about.data());
    std::abort();
}

std::pair<std::string_view, std::string_view> halves(std::string_view input)
{
    constexpr std::string_view line = "\n---\n";
    const auto at = input.find(line);
    return at == input.npos ? std::pair(input, std::string_view())
                            : std::pair(input.substr(0, at), input.substr(at + line.size()));
}

} // namespace fuzz

namespace {

fuzz::Feed chosen()
{
    const char *name = std::getenv("HOLLOWLAB_FUZZ");
    for (const fuzz::Feeds *feeds : {&fuzz::textFeeds(), &fuzz::apiFeeds()}) {
        if (const auto found = feeds->find(name ? name : ""); found != feeds->end())
            return found->second;
    }
    fuzz::require(false, "HOLLOWLAB_FUZZ names a feed", name ? name : "");
    return nullptr;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const fuzz::Feed feed = chosen();
    feed({reinterpret_cast<const char *>(data), size});
    return 0;
}
