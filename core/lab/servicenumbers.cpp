// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/servicenumbers.h"

#include "core/lab/objects.h"

namespace core::lab {

namespace {

std::vector<std::string> numbersOf(const api::Json &service)
{
    std::vector<std::string> numbers;
    if (const auto address = api::textAt(service, {"spec", "clusterIP"});
        !address.empty() && address != "None")
        numbers.emplace_back(address);
    for (const api::Json &port : listAt(service, {"spec", "ports"})) {
        if (const auto nodePort = api::integerAt(port, {"nodePort"}))
            numbers.push_back(std::to_string(*nodePort));
    }
    return numbers;
}

} // namespace

bool ServiceNumbers::isTaken(std::string_view number)
{
    if (!m_services) {
        m_services = m_registry.find("", "services")->collection;
        for (const auto &[key, entry] : m_services->objects()) {
            for (std::string &taken : numbersOf(*entry.object))
                m_taken.insert(std::move(taken));
        }
    }
    return m_taken.contains(number);
}

void ServiceNumbers::follow(const Collection &collection, const Change &change)
{
    if (&collection != m_services)
        return;
    if (change.previous) {
        for (const std::string &number : numbersOf(*change.previous)) {
            if (const auto taken = m_taken.find(number); taken != m_taken.end())
                m_taken.erase(taken);
        }
    }
    if (change.type == Change::Type::Deleted)
        return;
    for (std::string &number : numbersOf(*change.object))
        m_taken.insert(std::move(number));
}

} // namespace core::lab
