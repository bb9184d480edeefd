// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/libraries.h"

#include <QVersionNumber>

#include <openssl/crypto.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>

namespace app {

namespace {

/// A range goes from the first version to before the second, which mended it.
struct Range {
    const char *from;
    const char *before;
};

struct Problem {
    const char *library;
    const char *name;
    std::array<Range, 3> ranges; ///< unused ones are empty
    const char *text;
};

constexpr std::array<Problem, 5> problems {{
    {"Qt", "CVE-2024-39936", {{{"6.0", "6.2.13"}, {"6.3", "6.5.7"}, {"6.6", "6.7.3"}}},
        "HTTP/2 decides before the connection is encrypted; it is used towards checked servers only"},
    {"Qt", "CVE-2023-51714", {{{"6.0", "6.2.11"}, {"6.3", "6.5.4"}, {"6.6", "6.6.2"}}},
        "HTTP/2 headers may overflow; it is used towards checked servers only"},
    {"Qt", "CVE-2023-34410", {{{"6.0", "6.2.9"}, {"6.3", "6.5.2"}, {}}},
        "authorities of the system count beside others; each connection names its own"},
    {"Qt", "CVE-2025-14575", {{{"5.0", "6.9.2"}, {}, {}}},
        "authorities may be read from the working directory; each connection names its own"},
    {"SQLite", "the WAL-reset bug", {{{"3.7.0", "3.51.3"}, {}, {}}},
        "two connections that write and checkpoint may damage a file; exactly one of ours does"},
}};

bool isIn(const Range &range, const QVersionNumber &version)
{
    const auto number = [](const char *text) { return QVersionNumber::fromString(QLatin1String(text)); };
    return range.from && version >= number(range.from) && version < number(range.before);
}

} // namespace

std::vector<Library> librariesInUse()
{
    return {{"Qt", qVersion()}, {"OpenSSL", OpenSSL_version(OPENSSL_VERSION_STRING)},
        {"SQLite", sqlite3_libversion()}};
}

std::vector<std::string> knownProblems(const std::vector<Library> &libraries)
{
    std::vector<std::string> texts;
    for (const Library &library : libraries) {
        const auto version = QVersionNumber::fromString(QString::fromStdString(library.version));
        for (const Problem &problem : problems) {
            if (library.name == problem.library
                && std::ranges::any_of(
                    problem.ranges, [&](const Range &range) { return isIn(range, version); }))
                texts.push_back(
                    library.name + " " + library.version + " has " + problem.name + ": " + problem.text);
        }
    }
    return texts;
}

std::string versionsText(const std::vector<Library> &libraries)
{
    std::string text;
    for (const Library &library : libraries)
        text += (text.empty() ? "" : ", ") + library.name + " " + library.version;
    return text;
}

} // namespace app
