// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/chance.h"

namespace core::base {

namespace {

constexpr std::string_view suffixAlphabet = "bcdfghjklmnpqrstvwxz2456789";

std::uint64_t mix(std::uint64_t value)
{
    value += 0x9e3779b97f4a7c15U;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

std::uint64_t absorb(std::uint64_t state, std::string_view text)
{
    for (const char c : text)
        state = (state ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return mix(state ^ (text.size() << 56U));
}

} // namespace

std::uint64_t Chance::draw(std::string_view object, std::string_view purpose, std::uint64_t n) const
{
    return mix(absorb(absorb(mix(m_seed), object), purpose) + n);
}

double Chance::unit(std::string_view object, std::string_view purpose, std::uint64_t n) const
{
    return static_cast<double>(draw(object, purpose, n) >> 11U) * 0x1.0p-53;
}

std::string Chance::uuid(std::string_view object, std::string_view purpose, std::uint64_t n) const
{
    constexpr std::string_view hex = "0123456789abcdef";
    std::uint64_t high = draw(object, purpose, n);
    std::uint64_t low = mix(high ^ m_seed);
    high = (high & 0xffffffffffff0fffU) | 0x4000U;
    low = (low & 0x3fffffffffffffffU) | 0x8000000000000000U;
    std::string text;
    text.reserve(36);
    for (int i = 0; i < 32; ++i) {
        if (i == 8 || i == 12 || i == 16 || i == 20)
            text += '-';
        const std::uint64_t half = i < 16 ? high : low;
        text += hex[(half >> static_cast<unsigned>(60 - 4 * (i % 16))) & 0xfU];
    }
    return text;
}

std::string Chance::suffix(
    std::string_view object, std::string_view purpose, std::uint64_t n, int length) const
{
    std::string text;
    std::uint64_t value = draw(object, purpose, n);
    for (int i = 0; i < length; ++i) {
        text += suffixAlphabet[value % suffixAlphabet.size()];
        value /= suffixAlphabet.size();
    }
    return text;
}

} // namespace core::base
