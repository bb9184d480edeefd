// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cel/lexer.h"

#include "core/base/number.h"
#include "core/cel/texts.h"

#include <algorithm>
#include <charconv>

namespace core::cel {

namespace {

using Lexed = tl::expected<Token, SyntaxError>;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool beginsName(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

std::optional<unsigned> hexDigit(char c)
{
    if (isDigit(c))
        return static_cast<unsigned>(c - '0');
    const char lower = asciiLower(c);
    return lower >= 'a' && lower <= 'f' ? std::optional(static_cast<unsigned>(lower - 'a' + 10))
                                        : std::nullopt;
}

/// What is too small for a double, though not for a long double, is 0, as Go reads it; nothing when it is too
/// large.
std::optional<double> doubleIn(std::string_view digits)
{
    const auto number = base::parseNumber<double>(digits);
    const auto wide = number ? std::nullopt : base::parseNumber<long double>(digits);
    return wide && *wide < 1 ? 0.0 : number;
}

/// How a text is written: prefix and quotes.
struct Quoting {
    bool isRaw = false;
    bool isBytes = false;
    std::string quote;
};

/// What stands between the quotes, with escapes carried out.
class TextReader
{
public:
    TextReader(std::string_view source, const Quoting &quoting) : m_rest(source), m_quoting(quoting) { }

    /// The result is false when the text is not well formed; then message() says why.
    bool read();
    const std::string &value() const { return m_value; }
    std::size_t left() const { return m_rest.size(); }
    const std::string &message() const { return m_message; }

private:
    bool readEscape();
    bool readCode(std::size_t digits, unsigned base);
    bool fail(std::string message)
    {
        m_message = std::move(message);
        return false;
    }

    std::string_view m_rest;
    const Quoting &m_quoting;
    std::string m_value;
    std::string m_message;
};

bool TextReader::read()
{
    const bool severalLines = m_quoting.quote.size() == 3;
    while (!m_rest.starts_with(m_quoting.quote)) {
        if (m_rest.empty() || (!severalLines && (m_rest.front() == '\n' || m_rest.front() == '\r')))
            return fail("Syntax error: a text without its closing quote");
        if (m_rest.front() == '\\' && !m_quoting.isRaw) {
            if (!readEscape())
                return false;
            continue;
        }
        if (m_rest.front() == '\\' && m_rest.size() > 1) { // keeps a quote from closing the text
            m_value += m_rest.front();
            m_rest.remove_prefix(1);
        }
        m_value += m_rest.front();
        m_rest.remove_prefix(1);
    }
    m_rest.remove_prefix(m_quoting.quote.size());
    return m_quoting.isBytes || isUtf8(m_value) || fail("Syntax error: a text that is not UTF-8");
}

bool TextReader::readEscape()
{
    constexpr std::string_view letters = "abfnrtv\"'`\\?";
    constexpr std::string_view meanings = "\a\b\f\n\r\t\v\"'`\\?";
    const char c = m_rest.size() > 1 ? m_rest[1] : '\0';
    if (const std::size_t letter = letters.find(c); letter != std::string_view::npos) {
        m_value += meanings[letter];
        m_rest.remove_prefix(2);
        return true;
    }
    if (c >= '0' && c <= '3') {
        m_rest.remove_prefix(1);
        return readCode(3, 8);
    }
    m_rest.remove_prefix(std::min<std::size_t>(2, m_rest.size()));
    if (c == 'x' || c == 'X')
        return readCode(2, 16);
    if (!m_quoting.isBytes && (c == 'u' || c == 'U'))
        return readCode(c == 'u' ? 4 : 8, 16);
    return fail("Syntax error: an escape sequence that CEL does not know");
}

bool TextReader::readCode(std::size_t digits, unsigned base)
{
    char32_t code = 0;
    for (std::size_t i = 0; i < digits; ++i) {
        const auto digit = m_rest.empty() ? std::nullopt : hexDigit(m_rest.front());
        if (!digit || *digit >= base)
            return fail("Syntax error: an escape sequence with too few digits");
        code = code * base + static_cast<char32_t>(*digit);
        m_rest.remove_prefix(1);
    }
    if (m_quoting.isBytes) {
        m_value += static_cast<char>(code);
        return true;
    }
    return appendCharacter(m_value, code) || fail("Syntax error: an escape sequence that is no character");
}

class Lexer
{
public:
    explicit Lexer(std::string_view source) : m_source(source) { }

    Lexed next();

private:
    void skipBlanks();
    std::optional<Quoting> quoting() const;
    Lexed readText(const Quoting &quoting);
    Lexed readNumber();
    Lexed readInteger(std::string_view digits, int base, std::size_t length);
    Lexed readName();
    Lexed readSymbol();
    char at(std::size_t offset) const { return offset < m_source.size() ? m_source[offset] : '\0'; }
    Lexed fail(std::string message) const
    {
        return tl::unexpected(SyntaxError {m_offset, std::move(message)});
    }

    std::string_view m_source;
    std::size_t m_offset = 0;
};

void Lexer::skipBlanks()
{
    while (m_offset < m_source.size()) {
        if (isBlank(m_source[m_offset]))
            ++m_offset;
        else if (m_source.substr(m_offset).starts_with("//"))
            m_offset = std::min(m_source.find('\n', m_offset), m_source.size());
        else
            return;
    }
}

std::optional<Quoting> Lexer::quoting() const
{
    Quoting quoting;
    std::string_view rest = m_source.substr(m_offset);
    while (!rest.empty() && (asciiLower(rest.front()) == 'r' || asciiLower(rest.front()) == 'b')) {
        bool &flag = asciiLower(rest.front()) == 'r' ? quoting.isRaw : quoting.isBytes;
        if (flag)
            return std::nullopt;
        flag = true;
        rest.remove_prefix(1);
    }
    if (rest.empty() || (rest.front() != '"' && rest.front() != '\''))
        return std::nullopt;
    const std::string three(3, rest.front());
    quoting.quote = rest.starts_with(three) ? three : std::string(1, rest.front());
    return quoting;
}

Lexed Lexer::readText(const Quoting &quoting)
{
    const std::size_t prefix = (quoting.isRaw ? 1 : 0) + (quoting.isBytes ? 1 : 0) + quoting.quote.size();
    TextReader reader(m_source.substr(m_offset + prefix), quoting);
    if (!reader.read())
        return fail(reader.message());
    Token token {
        Token::Kind::Literal, {}, quoting.isBytes ? bytes(reader.value()) : text(reader.value()), m_offset};
    m_offset = m_source.size() - reader.left();
    return token;
}

Lexed Lexer::readInteger(std::string_view digits, int base, std::size_t length)
{
    std::uint64_t number = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
    Token token {Token::Kind::Literal, std::string(m_source.substr(m_offset, length)), {}, m_offset};
    const bool isUint = asciiLower(at(m_offset + length)) == 'u';
    if (error != std::errc() || digits.empty())
        return fail(isUint ? "invalid uint literal" : "invalid int literal");
    constexpr std::uint64_t most = INT64_MAX;
    if (isUint)
        token.literal = number;
    else if (number <= most + 1) // with a minus before it, which the parser sees
        token.literal = static_cast<std::int64_t>(number);
    else
        return fail("invalid int literal");
    m_offset += length + (isUint ? 1 : 0);
    if (!isUint && number > most)
        token.text = "minimum";
    return token;
}

Lexed Lexer::readNumber()
{
    const auto digitsFrom = [&](std::size_t offset) {
        while (isDigit(at(offset)))
            ++offset;
        return offset;
    };
    if (at(m_offset) == '0' && asciiLower(at(m_offset + 1)) == 'x') {
        std::size_t end = m_offset + 2;
        while (hexDigit(at(end)))
            ++end;
        return readInteger(m_source.substr(m_offset + 2, end - m_offset - 2), 16, end - m_offset);
    }
    std::size_t end = digitsFrom(m_offset);
    bool isDouble = false;
    if (at(end) == '.' && isDigit(at(end + 1))) {
        isDouble = true;
        end = digitsFrom(end + 1);
    }
    const std::size_t exponent = end + (at(end + 1) == '+' || at(end + 1) == '-' ? 2 : 1);
    if (asciiLower(at(end)) == 'e' && isDigit(at(exponent))) {
        isDouble = true;
        end = digitsFrom(exponent);
    }
    const std::string_view digits = m_source.substr(m_offset, end - m_offset);
    if (!isDouble)
        return readInteger(digits, 10, digits.size());
    const auto number = doubleIn(digits);
    if (!number)
        return fail("invalid double literal");
    Token token {Token::Kind::Literal, {}, *number, m_offset};
    m_offset = end;
    return token;
}

Lexed Lexer::readName()
{
    std::size_t end = m_offset;
    while (beginsName(at(end)) || isDigit(at(end)))
        ++end;
    Token token {
        Token::Kind::Identifier, std::string(m_source.substr(m_offset, end - m_offset)), {}, m_offset};
    m_offset = end;
    return token;
}

Lexed Lexer::readSymbol()
{
    constexpr std::string_view symbols[] = {"&&", "||", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/",
        "%", "!", "?", ":", ".", ",", "(", ")", "[", "]", "{", "}"};
    const std::string_view rest = m_source.substr(m_offset);
    const auto found =
        std::ranges::find_if(symbols, [&](std::string_view symbol) { return rest.starts_with(symbol); });
    if (found == std::end(symbols))
        return fail("Syntax error: a character that CEL does not know");
    Token token {Token::Kind::Symbol, std::string(*found), {}, m_offset};
    m_offset += found->size();
    return token;
}

Lexed Lexer::next()
{
    skipBlanks();
    if (m_offset >= m_source.size())
        return Token {Token::Kind::End, {}, {}, m_source.size()};
    if (const auto quoted = quoting())
        return readText(*quoted);
    if (isDigit(at(m_offset)) || (at(m_offset) == '.' && isDigit(at(m_offset + 1))))
        return readNumber();
    return beginsName(at(m_offset)) ? readName() : readSymbol();
}

} // namespace

tl::expected<std::vector<Token>, SyntaxError> tokensOf(std::string_view expression)
{
    Lexer lexer(expression);
    std::vector<Token> tokens;
    do {
        auto token = lexer.next();
        if (!token)
            return tl::unexpected(token.error());
        tokens.push_back(std::move(*token));
    } while (tokens.back().kind != Token::Kind::End);
    return tokens;
}

} // namespace core::cel
