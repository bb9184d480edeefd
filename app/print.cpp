// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/print.h"

#include "core/base/displaytext.h"

#include <cstdio>

namespace app {

void complain(std::string_view message)
{
    std::string text = core::base::printableText(message);
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
        text.insert(at + 1, "  ");
    std::fprintf(stderr, "hollowlab: %s\n", text.c_str());
}

void tell(std::string_view line)
{
    std::printf("%s\n", core::base::printableLine(line).c_str());
    std::fflush(stdout);
}

} // namespace app
