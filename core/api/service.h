// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Service and Endpoints of v1, EndpointSlice of discovery.k8s.io/v1: who answers for a service.

#include "core/api/codec.h"
#include "core/api/meta.h"

namespace core::api {

struct ServicePort {
    std::string name;
    std::string protocol;
    std::int64_t port = 0;
    std::optional<IntOrString> targetPort; ///< nothing: the same port of the pod

    bool operator==(const ServicePort &) const = default;
};
BOOST_DESCRIBE_STRUCT(ServicePort, (), (name, protocol, port, targetPort))

struct ServiceSpec {
    std::string type;
    std::string clusterIP; ///< "None": its clients ask for the addresses of the pods
    Labels selector; ///< empty: somebody else says who answers
    std::vector<ServicePort> ports;
    std::optional<bool> publishNotReadyAddresses;

    bool operator==(const ServiceSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(ServiceSpec, (), (type, clusterIP, selector, ports, publishNotReadyAddresses))

struct Service {
    ObjectMeta metadata;
    ServiceSpec spec;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const Service &) const = default;
};
BOOST_DESCRIBE_STRUCT(Service, (), (metadata, spec))

struct EndpointPort {
    std::string name;
    std::string protocol;
    std::int64_t port = 0;

    auto operator<=>(const EndpointPort &) const = default;
};
BOOST_DESCRIBE_STRUCT(EndpointPort, (), (name, protocol, port))

struct EndpointAddress {
    std::string ip;
    std::string nodeName;
    std::optional<ObjectReference> targetRef;

    bool operator==(const EndpointAddress &) const = default;
};
BOOST_DESCRIBE_STRUCT(EndpointAddress, (), (ip, nodeName, targetRef))

/// Each address with each port.
struct EndpointSubset {
    std::vector<EndpointAddress> addresses;
    std::vector<EndpointAddress> notReadyAddresses;
    std::vector<EndpointPort> ports;

    bool operator==(const EndpointSubset &) const = default;
};
BOOST_DESCRIBE_STRUCT(EndpointSubset, (), (addresses, notReadyAddresses, ports))

struct Endpoints {
    ObjectMeta metadata;
    std::vector<EndpointSubset> subsets;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const Endpoints &) const = default;
};
BOOST_DESCRIBE_STRUCT(Endpoints, (), (metadata, subsets))

struct EndpointConditions {
    std::optional<bool> ready;
    std::optional<bool> serving;
    std::optional<bool> terminating;

    bool operator==(const EndpointConditions &) const = default;
};
BOOST_DESCRIBE_STRUCT(EndpointConditions, (), (ready, serving, terminating))

struct Endpoint {
    std::vector<std::string> addresses;
    EndpointConditions conditions;
    std::string nodeName;
    std::optional<ObjectReference> targetRef;

    bool operator==(const Endpoint &) const = default;
};
BOOST_DESCRIBE_STRUCT(Endpoint, (), (addresses, conditions, nodeName, targetRef))

struct EndpointSlice {
    ObjectMeta metadata;
    std::string addressType;
    std::vector<Endpoint> endpoints;
    std::vector<EndpointPort> ports;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const EndpointSlice &) const = default;
};
BOOST_DESCRIBE_STRUCT(EndpointSlice, (), (metadata, addressType, endpoints, ports))

} // namespace core::api
