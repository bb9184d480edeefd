// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cel/program.h"

#include "core/api/bounds.h"
#include "core/cel/parser.h"
#include "core/cel/texts.h"

#include <algorithm>

namespace core::cel {

namespace {

/// The message with the line of the expression that it is about, and a mark below the place.
std::string located(std::string_view expression, std::size_t offset, std::string_view message)
{
    constexpr std::size_t longestLine = 400;
    offset = std::min(offset, expression.size());
    const std::string_view before = expression.substr(0, offset);
    const std::size_t begin = before.rfind('\n') == before.npos ? 0 : before.rfind('\n') + 1;
    const auto line = std::ranges::count(before, '\n') + 1;
    const std::size_t column = characterCount(before.substr(begin));
    const std::string_view source = expression.substr(begin, expression.find('\n', begin) - begin);
    std::string text = "ERROR: <input>:" + std::to_string(line) + ":" + std::to_string(column + 1) + ": "
        + std::string(message) + "\n | " + std::string(api::beginning(source, longestLine));
    if (column < longestLine)
        text += "\n | " + std::string(column, '.') + "^";
    return text;
}

std::string textOf(std::string_view expression, std::vector<Complaint> complaints)
{
    std::ranges::stable_sort(complaints, {}, &Complaint::offset);
    std::string text;
    for (const Complaint &complaint : complaints)
        text += (text.empty() ? "" : "\n") + located(expression, complaint.offset, complaint.message);
    return text;
}

} // namespace

tl::expected<Program, CompileError> Program::compile(std::string_view expression, const Variables &variables)
{
    auto root = parse(expression);
    if (!root)
        return tl::unexpected(
            CompileError {located(expression, root.error().offset, root.error().message), {}});
    Checked checked = check(**root, variables);
    if (!checked.complaints.empty()) {
        const bool onlyUnknown = checked.unknownFunctions.size() == checked.complaints.size();
        return tl::unexpected(CompileError {textOf(expression, std::move(checked.complaints)),
            onlyUnknown ? std::move(checked.unknownFunctions) : std::vector<std::string>()});
    }
    Program program;
    program.m_root = std::move(*root);
    program.m_used = std::move(checked.used);
    return program;
}

Value Program::evaluate(const Bindings &bindings, Meter &meter) const
{
    return cel::evaluate(*m_root, bindings, meter);
}

} // namespace core::cel
