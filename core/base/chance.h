// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The one door for chance (docs/design.md D20): every draw is a pure function of (seed, object, purpose, n),
// so that changing one object's recipe never shifts the dice of another. Not for keys or tokens.

#include <cstdint>
#include <string>
#include <string_view>

namespace core::base {

class Chance
{
public:
    explicit Chance(std::uint64_t seed) : m_seed(seed) { }

    std::uint64_t seed() const { return m_seed; }
    std::uint64_t draw(std::string_view object, std::string_view purpose, std::uint64_t n = 0) const;
    /// Uniform in [0, 1).
    double unit(std::string_view object, std::string_view purpose, std::uint64_t n = 0) const;
    /// A version 4 UUID in lower case.
    std::string uuid(std::string_view object, std::string_view purpose, std::uint64_t n = 0) const;
    /// Letters and digits without vowels, as Kubernetes appends to generateName (docs/api-semantics.md B5).
    /// At most 13 of them.
    std::string suffix(
        std::string_view object, std::string_view purpose, std::uint64_t n = 0, int length = 5) const;

private:
    std::uint64_t m_seed;
};

} // namespace core::base
