// SPDX-License-Identifier: GPL-3.0-or-later
// Runs while the program is built: what people write in YAML the program carries as JSON, which it reads far
// sooner at every first start. Several documents become a list.
#include "core/api/yaml.h"

#include <cstdio>
#include <fstream>
#include <iterator>

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::fputs("usage: tojson FROM.yaml TO.json\n", stderr);
        return 2;
    }
    std::ifstream from(argv[1]);
    const std::string text(std::istreambuf_iterator<char>(from), {});
    const auto documents = core::api::parseYamlDocuments(text);
    if (!documents || documents->empty()) {
        const std::string why = documents ? "no document" : documents.error().message;
        std::fprintf(stderr, "%s: %s\n", argv[1], why.c_str());
        return 1;
    }
    std::ofstream to(argv[2], std::ios::trunc);
    if (documents->size() == 1)
        to << core::api::writeJson(documents->front());
    else
        to << core::api::writeJson(core::api::JsonArray(documents->begin(), documents->end()));
    to.close();
    return to ? 0 : 1;
}
