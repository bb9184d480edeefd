// SPDX-License-Identifier: GPL-3.0-or-later
// Runs while the program is built: what people write in YAML the program carries as JSON, which it reads far
// sooner at every first start.
#include "core/api/yaml.h"

#include <cstdio>
#include <fstream>
#include <iterator>

namespace {

core::base::Result<core::api::Json> converted(const char *file, bool isList)
{
    std::ifstream from(file);
    const std::string text(std::istreambuf_iterator<char>(from), {});
    auto documents = core::api::parseYamlDocuments(text);
    if (!documents)
        return tl::unexpected(documents.error());
    if (documents->empty() || (documents->size() > 1 && !isList))
        return core::base::fail(core::base::ErrorKind::Invalid,
            std::to_string(documents->size()) + " documents where there must be "
                + (isList ? "some" : "one"));
    if (isList)
        return core::api::JsonArray(documents->begin(), documents->end());
    return std::move(documents->front());
}

} // namespace

int main(int argc, char **argv)
{
    const std::string_view shape = argc == 4 ? argv[1] : "";
    if (shape != "one" && shape != "list") {
        std::fputs("usage: tojson one|list FROM.yaml TO.json\n", stderr);
        return 2;
    }
    const auto json = converted(argv[2], shape == "list");
    if (!json) {
        std::fprintf(stderr, "%s: %s\n", argv[2], json.error().message.c_str());
        return 1;
    }
    std::ofstream to(argv[3], std::ios::trunc);
    to << core::api::writeJson(*json);
    to.close();
    return to ? 0 : 1;
}
