// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/yaml.h"

#include "core/api/bounds.h"
#include "core/api/troubles.h"
#include "core/base/number.h"

#include <QByteArrayView>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>
#include <utility>

namespace core::api {

namespace {

constexpr std::size_t largestText = largestObject;
constexpr std::size_t deepest = deepestText;
constexpr std::size_t mostNodes = 100'000;
constexpr int mostOpenBrackets = 10'000;
constexpr std::size_t longestShown = 40;
constexpr std::size_t mostDuplicates = 100;

struct Refused {
    std::string why;
    YAML::Mark mark;
};

bool takeDigits(std::string_view &text)
{
    const std::size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(count);
    return count > 0;
}

/// JSON writes numbers so: "-1.5e+3", but not "+1", "007", ".5", "0x1f".
bool isJsonNumber(std::string_view text)
{
    if (text.starts_with('-'))
        text.remove_prefix(1);
    if (text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9')
        return false;
    if (!takeDigits(text))
        return false;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        if (!takeDigits(text))
            return false;
    }
    if (text.starts_with('e') || text.starts_with('E')) {
        text.remove_prefix(1);
        if (text.starts_with('-') || text.starts_with('+'))
            text.remove_prefix(1);
        if (!takeDigits(text))
            return false;
    }
    return text.empty();
}

/// YAML has numbers that JSON lacks: ".inf", "-.Inf", ".NAN".
bool isNonFinite(std::string_view text)
{
    const bool isSigned = text.starts_with('-') || text.starts_with('+');
    if (isSigned)
        text.remove_prefix(1);
    constexpr std::string_view infinities[] = {".inf", ".Inf", ".INF"};
    constexpr std::string_view noNumbers[] = {".nan", ".NaN", ".NAN"};
    return std::ranges::find(infinities, text) != std::end(infinities)
        || (!isSigned && std::ranges::find(noNumbers, text) != std::end(noNumbers));
}

/// "0644", "0o644", "0x1f", "0b1", as kubectl reads them; nothing for anything else.
std::optional<std::int64_t> integerOfAnotherBase(std::string_view text)
{
    const bool isNegative = text.starts_with('-');
    if (isNegative)
        text.remove_prefix(1);
    if (text.size() < 2 || text.front() != '0')
        return std::nullopt;
    const char letter = text[1];
    const int base = letter == 'x' || letter == 'X' ? 16 : letter == 'b' || letter == 'B' ? 2 : 8;
    const bool isMarked = base != 8 || letter == 'o' || letter == 'O';
    text.remove_prefix(isMarked ? 2 : 1);
    std::uint64_t value = 0; // takes no second sign
    const char *last = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), last, value, base);
    if (problem != std::errc() || stop != last || !std::in_range<std::int64_t>(value))
        return std::nullopt;
    const auto integer = static_cast<std::int64_t>(value);
    return isNegative ? -integer : integer;
}

/// Nothing for a number that JSON can't write.
std::optional<Json> plainScalar(const std::string &text)
{
    if (isNonFinite(text))
        return std::nullopt;
    if (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL")
        return nullptr;
    if (text == "true" || text == "True" || text == "TRUE")
        return true;
    if (text == "false" || text == "False" || text == "FALSE")
        return false;
    if (const auto integer = integerOfAnotherBase(text))
        return *integer;
    if (!isJsonNumber(text))
        return boost::json::string(text);
    if (const auto integer = base::parseNumber<std::int64_t>(text))
        return *integer;
    if (const auto large = base::parseNumber<std::uint64_t>(text))
        return *large;
    const auto number = parseJson(text);
    return number ? std::optional(*number) : std::nullopt;
}

constexpr std::string_view end = "...\n"; // of a document

/// yaml-cpp writes what "\N" and "\_" mean, U+0085 and U+00A0, as one byte each; all else is UTF-8.
std::string inUtf8(const std::string &text)
{
    if (QByteArrayView(text.data(), static_cast<qsizetype>(text.size())).isValidUtf8())
        return text;
    std::string mended;
    int following = 0; // bytes of a character that has begun
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isStray = following == 0 && (byte == 0x85 || byte == 0xa0);
        following = following > 0 ? following - 1
            : byte >= 0xf0        ? 3
            : byte >= 0xe0        ? 2
            : byte >= 0xc0        ? 1
                                  : 0;
        if (isStray)
            mended += '\xc2';
        mended += c;
    }
    return mended;
}

/// Builds JSON from the parser's events. Works on a stack of its own, so that depth costs no call frames.
class YamlBuilder : public YAML::EventHandler
{
public:
    /// A key that is given twice is refused where there is no place to tell it.
    explicit YamlBuilder(std::vector<DuplicateKey> *duplicates = nullptr) : m_duplicates(duplicates) { }

    std::vector<Json> takeDocuments() { return std::move(m_documents); }

    void OnDocumentStart(const YAML::Mark &) override { m_stack.clear(); }
    void OnDocumentEnd() override { }
    void OnNull(const YAML::Mark &mark, YAML::anchor_t anchor) override
    {
        refuseAnchor(mark, anchor);
        refuseMissingColon(mark);
        add(mark, nullptr);
    }
    void OnAlias(const YAML::Mark &mark, YAML::anchor_t anchor) override { refuseAnchor(mark, anchor); }

    void OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
        const std::string &read) override
    {
        refuseAnchor(mark, anchor);
        const std::string value = inUtf8(read);
        if (expectsKey())
            return takeKey(mark, value);
        auto scalar = tag == "?" ? plainScalar(value) : Json(boost::json::string(value));
        if (!scalar)
            throw Refused {
                "the number " + std::string(beginning(value, longestShown)) + " is out of range", mark};
        add(mark, std::move(*scalar));
    }
    void OnSequenceStart(const YAML::Mark &mark, const std::string &, YAML::anchor_t anchor,
        YAML::EmitterStyle::value style) override
    {
        refuseAnchor(mark, anchor);
        open(mark, JsonArray(), style);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark &mark, const std::string &, YAML::anchor_t anchor,
        YAML::EmitterStyle::value style) override
    {
        refuseAnchor(mark, anchor);
        open(mark, JsonObject(), style);
    }
    void OnMapEnd() override { close(); }

private:
    struct Level {
        Json value;
        std::optional<std::string> key;
        bool isKeyAgain = false; ///< what it had before is given up
        bool isBlock = false; ///< of lines, not of brackets
        int keyAt = 0; ///< where the key stands in the text
    };

    static void refuseAnchor(const YAML::Mark &mark, YAML::anchor_t anchor)
    {
        if (anchor != YAML::NullAnchor)
            throw Refused {"anchors and aliases are not supported", mark};
    }

    /// At the end of a document yaml-cpp takes a line of words for a key, and tells its value where it
    /// stands.
    void refuseMissingColon(const YAML::Mark &mark) const
    {
        if (m_stack.empty() || !m_stack.back().key)
            return;
        const Level &top = m_stack.back();
        if (top.isBlock && top.keyAt == mark.pos)
            throw Refused {
                "a colon is missing after " + std::string(beginning(*top.key, longestShown)), mark};
    }

    bool expectsKey() const
    {
        return !m_stack.empty() && m_stack.back().value.is_object() && !m_stack.back().key;
    }

    void takeKey(const YAML::Mark &mark, const std::string &key)
    {
        Level &top = m_stack.back();
        top.isKeyAgain = top.value.get_object().contains(key);
        if (top.isKeyAgain && !m_duplicates)
            throw Refused {
                "the key \"" + std::string(beginning(key, longestShown)) + "\" is given twice", mark};
        top.key = key;
        top.keyAt = mark.pos;
    }

    void tellKeyAgain(const YAML::Mark &mark)
    {
        const bool isAgain = !m_stack.empty() && std::exchange(m_stack.back().isKeyAgain, false);
        if (isAgain && m_duplicates->size() < mostDuplicates)
            m_duplicates->push_back({mark.line + 1, *m_stack.back().key});
    }

    void open(const YAML::Mark &mark, Json value, YAML::EmitterStyle::value style)
    {
        if (expectsKey())
            throw Refused {"a key must be a plain text", mark};
        if (m_stack.size() >= deepest)
            throw Refused {"more than 100 levels deep", mark};
        count(mark);
        tellKeyAgain(mark);
        m_stack.push_back(
            {.value = std::move(value), .key = {}, .isBlock = style != YAML::EmitterStyle::Flow});
    }

    void close()
    {
        Json done = std::move(m_stack.back().value);
        m_stack.pop_back();
        place(std::move(done));
    }

    void add(const YAML::Mark &mark, Json value)
    {
        if (expectsKey())
            throw Refused {"a key must be a plain text", mark};
        count(mark);
        tellKeyAgain(mark);
        place(std::move(value));
    }

    void place(Json value)
    {
        if (m_stack.empty()) {
            if (!value.is_null())
                m_documents.push_back(std::move(value));
            return;
        }
        Level &top = m_stack.back();
        if (top.value.is_array()) {
            top.value.get_array().push_back(std::move(value));
            return;
        }
        top.value.get_object().insert_or_assign(*top.key, std::move(value));
        top.key.reset();
    }

    void count(const YAML::Mark &mark)
    {
        if (++m_count > mostNodes)
            throw Refused {"more than 100,000 values", mark};
    }

    std::vector<DuplicateKey> *m_duplicates;
    std::vector<Json> m_documents;
    std::vector<Level> m_stack;
    std::size_t m_count = 0;
};

constexpr std::string_view atLine = "not valid YAML at line ";

base::Failure refuse(const YAML::Mark &mark, const std::string &why)
{
    return failWith(base::ErrorKind::Invalid, troubleSaying("NotYaml", mark.line + 1, mark.column + 1, why));
}

/// yaml-cpp takes any bytes, ends silently at some of them, and looks for the end of every bracket before it
/// tells of the first (docs/faults-and-threats.md LIB10 has more).
base::Result<> checkCharacters(std::string_view text)
{
    if (!QByteArrayView(text.data(), static_cast<qsizetype>(text.size())).isValidUtf8())
        return base::fail(base::ErrorKind::Invalid, "not valid YAML: the text is not UTF-8");
    YAML::Mark mark;
    int open = 0; // brackets, roughly: texts may hold some
    for (const char c : text) {
        open += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
        if (open > mostOpenBrackets)
            return refuse(mark, "more than 100 levels deep");
        if (c >= 0 && c < ' ' && c != '\t' && c != '\n' && c != '\r')
            return refuse(mark, "control characters are not allowed");
        mark.column = c == '\n' ? 0 : mark.column + 1;
        mark.line += c == '\n' ? 1 : 0;
    }
    return {};
}

base::Result<std::vector<Json>> documentsIn(std::string_view text, YamlBuilder builder)
{
    if (text.size() > largestText)
        return base::fail(base::ErrorKind::Invalid, "the YAML text is larger than 3 MiB");
    if (const auto checked = checkCharacters(text); !checked)
        return tl::unexpected(checked.error());
    try {
        // At a line's end yaml-cpp takes the end of a text for that of quotes which are still open.
        std::istringstream stream {std::string(text) + std::string(text.ends_with('\n') ? end : "")};
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(builder)) { }
    } catch (const Refused &refused) {
        return refuse(refused.mark, refused.why);
    } catch (const YAML::Exception &exception) {
        const bool isOpen = exception.mark.pos >= static_cast<int>(text.size())
            && exception.msg == YAML::ErrorMsg::DOC_IN_SCALAR;
        return refuse(exception.mark, isOpen ? YAML::ErrorMsg::EOF_IN_SCALAR : exception.msg);
    }
    return builder.takeDocuments();
}

base::Result<Json> onlyOne(base::Result<std::vector<Json>> documents)
{
    if (!documents)
        return tl::unexpected(documents.error());
    if (documents->size() != 1)
        return base::fail(base::ErrorKind::Invalid,
            "expected one YAML document, found " + std::to_string(documents->size()));
    return std::move(documents->front());
}

} // namespace

base::Result<std::vector<Json>> parseYamlDocuments(std::string_view text)
{
    return documentsIn(text, YamlBuilder());
}

base::Result<Json> parseYaml(std::string_view text)
{
    return onlyOne(parseYamlDocuments(text));
}

base::Result<Json> parseYaml(std::string_view text, std::vector<DuplicateKey> &duplicates)
{
    return onlyOne(documentsIn(text, YamlBuilder(&duplicates)));
}

int lineNamedIn(std::string_view problem)
{
    int line = 0;
    if (const std::size_t at = problem.find(atLine); at != std::string_view::npos)
        std::from_chars(problem.data() + at + atLine.size(), problem.data() + problem.size(), line);
    return line;
}

} // namespace core::api
