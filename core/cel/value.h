// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The values of CEL expressions. A failure is a value too: && and || may absorb it. Texts, lists and maps are
// shared or borrowed, so that a value is cheap to copy; what it borrows from must outlive it.

#include "core/cel/meter.h"
#include "core/cel/type.h"

#include <cstdint>
#include <optional>
#include <variant>

namespace core::cel {

/// Characters, or bytes, in memory that is shared or borrowed.
struct Chars {
    std::string_view view;
    std::shared_ptr<const std::string> owner; ///< null: borrowed
};

struct Text : Chars {
};
struct Bytes : Chars {
};
struct Null {
};

struct Failure {
    std::shared_ptr<const std::string> message;
};

struct Duration {
    std::int64_t nanoseconds = 0;
    auto operator<=>(const Duration &) const = default;
};

/// A timestamp lies between the years 1 and 9999.
struct Timestamp {
    std::int64_t seconds = 0; ///< since 1970
    std::int32_t nanoseconds = 0;
    auto operator<=>(const Timestamp &) const = default;
};

class Value;
struct List;
struct Map;
struct Opaque;

struct Optional {
    std::shared_ptr<const Value> value; ///< null: none
};

using ListPtr = std::shared_ptr<const List>;
using MapPtr = std::shared_ptr<const Map>;
using OpaquePtr = std::shared_ptr<const Opaque>;
using Data = std::variant<Failure, Null, bool, std::int64_t, std::uint64_t, double, Text, Bytes, Duration,
    Timestamp, TypePtr, ListPtr, MapPtr, Optional, OpaquePtr>;

template<typename T>
concept ValueData = !std::is_same_v<std::remove_cvref_t<T>,
                        Value> && std::is_constructible_v<Data, T &&> && !std::is_pointer_v<std::decay_t<T>>;

class Value
{
public:
    Value() : m_data(Null()) { }
    template<ValueData T>
    Value(T &&data) : m_data(std::forward<T>(data)) // NOLINT(bugprone-forwarding-reference-overload)
    {
    }

    template<typename T>
    const T *as() const
    {
        return std::get_if<T>(&m_data);
    }
    template<typename T>
    const T &get() const
    {
        return std::get<T>(m_data);
    }
    bool isFailure() const { return std::holds_alternative<Failure>(m_data); }
    bool isTrue() const { return as<bool>() && get<bool>(); }
    bool isFalse() const { return as<bool>() && !get<bool>(); }
    std::string_view text() const { return get<Text>().view; }
    std::int64_t integer() const { return get<std::int64_t>(); }
    const List &list() const { return *get<ListPtr>(); }
    const Map &map() const { return *get<MapPtr>(); }
    Kind kind() const;

private:
    Data m_data;
};

struct List {
    List() = default;
    List(const List &) = delete;
    List &operator=(const List &) = delete;
    virtual ~List() = default;

    virtual std::size_t size() const = 0;
    virtual Value at(std::size_t index) const = 0;
    /// The schema of a list in JSON, which says how such lists compare and add; null for any other.
    virtual const Type *type() const { return nullptr; }
};

struct Map {
    Map() = default;
    Map(const Map &) = delete;
    Map &operator=(const Map &) = delete;
    virtual ~Map() = default;

    virtual std::size_t size() const = 0;
    virtual Value keyAt(std::size_t index) const = 0;
    virtual Value valueAt(std::size_t index) const = 0;
    virtual std::optional<Value> find(const Value &key) const = 0;
};

/// A value of a library.
struct Opaque {
    Opaque() = default;
    Opaque(const Opaque &) = delete;
    Opaque &operator=(const Opaque &) = delete;
    virtual ~Opaque() = default;

    virtual std::string_view typeName() const = 0;
    virtual bool equals(const Opaque &other) const = 0; ///< of the same type
    virtual std::uint64_t size() const { return 1; } ///< that costs count with
};

Value failure(std::string message);
Value noSuchOverload();
Value text(std::string characters);
Value bytes(std::string raw);
Value borrowedText(std::string_view characters);
Value list(std::vector<Value> items);
Value texts(const std::vector<std::string> &items);
Value none();
Value some(Value value);
/// Failure when a key stands twice or is none.
Value map(std::vector<std::pair<Value, Value>> entries);
/// Both, one after the other, without a copy.
Value joined(const Value &first, const Value &second);

/// Numbers by their value, whatever their types; values of other types are not equal. When the meter is
/// spent on it, the answer says nothing.
bool equal(const Value &a, const Value &b, Meter &meter);
/// Nothing when the values have no order: of different types, NaN.
std::optional<std::strong_ordering> compare(const Value &a, const Value &b, Meter &meter);
/// Equal values have equal hashes.
std::size_t hashOf(const Value &value, Meter &meter);

TypePtr typeOfValue(const Value &value);
/// Errors quote a value so.
std::string inQuotes(const Value &value);
/// Characters, bytes, items, entries; 1 for anything else.
std::uint64_t sizeOf(const Value &value);
/// The size that costs count with, found out at once: long texts count their bytes.
std::uint64_t costSizeOf(const Value &value);

} // namespace core::cel
