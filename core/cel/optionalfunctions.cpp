// SPDX-License-Identifier: GPL-3.0-or-later
// Values that may be missing.
#include "core/cel/library.h"

namespace core::cel {

namespace {

const Optional &optionalIn(Arguments arguments)
{
    return arguments[0].get<Optional>();
}

Value of(Arguments arguments, Meter & /*meter*/)
{
    return some(arguments[0]);
}

bool isZero(const Value &value)
{
    switch (value.kind()) {
    case Kind::Null:
        return true;
    case Kind::Bool:
        return value.isFalse();
    case Kind::Int:
        return value.integer() == 0;
    case Kind::Uint:
        return value.get<std::uint64_t>() == 0;
    case Kind::Double:
        return value.get<double>() == 0;
    case Kind::String:
        return value.text().empty();
    case Kind::Bytes:
    case Kind::List:
    case Kind::Map:
        return sizeOf(value) == 0;
    case Kind::Duration:
        return value.get<Duration>().nanoseconds == 0;
    default:
        return false;
    }
}

Value ofNonZero(Arguments arguments, Meter & /*meter*/)
{
    return isZero(arguments[0]) ? none() : some(arguments[0]);
}

Value noValue(Arguments /*arguments*/, Meter & /*meter*/)
{
    return none();
}

Value hasValue(Arguments arguments, Meter & /*meter*/)
{
    return optionalIn(arguments).value != nullptr;
}

Value valueIn(Arguments arguments, Meter & /*meter*/)
{
    const Optional &held = optionalIn(arguments);
    return held.value ? *held.value : failure("optional.none() dereference");
}

Value unwrap(Arguments arguments, Meter &meter)
{
    const List &items = arguments[0].list();
    std::vector<Value> values;
    for (std::size_t i = 0; i < items.size() && meter.work(1); ++i) {
        const Value item = items.at(i);
        if (!item.as<Optional>())
            return noSuchOverload();
        if (item.get<Optional>().value)
            values.push_back(*item.get<Optional>().value);
    }
    return list(std::move(values));
}

/// or() and orValue() are lazy: the evaluator carries them out.
Value orElse(Arguments arguments, Meter & /*meter*/)
{
    return optionalIn(arguments).value ? arguments[0] : arguments[1];
}

Value orValue(Arguments arguments, Meter & /*meter*/)
{
    const Optional &held = optionalIn(arguments);
    return held.value ? *held.value : arguments[1];
}

constexpr Declaration optionalFunctions[] = {
    {"optional.of(A) -> optional(A)", of},
    {"optional.ofNonZeroValue(A) -> optional(A)", ofNonZero},
    {"optional.none() -> optional(A)", noValue},
    {"optional.unwrap(list(optional(A))) -> list(A)", unwrap},
    {"(list(optional(A))).unwrapOpt() -> list(A)", unwrap},
    {"(optional(A)).hasValue() -> bool", hasValue},
    {"(optional(A)).value() -> A", valueIn},
    {"(optional(A)).or(optional(A)) -> optional(A)", orElse},
    {"(optional(A)).orValue(A) -> A", orValue},
};

} // namespace

Declarations optionalLibrary()
{
    return optionalFunctions;
}

} // namespace core::cel
