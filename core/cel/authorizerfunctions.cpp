// SPDX-License-Identifier: GPL-3.0-or-later
// Kubernetes' library of authorization: a question is put together call by call, and its last one asks.
#include "core/cel/authorizer.h"
#include "core/cel/formats.h"
#include "core/cel/library.h"

namespace core::cel {

namespace {

constexpr std::string_view authorizerName = "kubernetes.authorization.Authorizer";
constexpr std::string_view pathCheckName = "kubernetes.authorization.PathCheck";
constexpr std::string_view groupCheckName = "kubernetes.authorization.GroupCheck";
constexpr std::string_view resourceCheckName = "kubernetes.authorization.ResourceCheck";
constexpr std::string_view decisionName = "kubernetes.authorization.Decision";

using Asked = std::shared_ptr<const AskAccess>;

/// A question as far as it is put together, which its type says.
class QuestionValue : public Opaque
{
public:
    QuestionValue(std::string_view typeName, Asked ask, AccessQuestion question)
        : m_typeName(typeName)
        , m_ask(std::move(ask))
        , m_question(std::move(question))
    {
    }
    std::string_view typeName() const override { return m_typeName; }
    bool equals(const Opaque &other) const override { return this == &other; }
    const AccessQuestion &question() const { return m_question; }
    AccessAnswer answer(const AccessQuestion &question) const { return (*m_ask)(question); }
    Value with(std::string_view typeName, AccessQuestion question) const
    {
        return OpaquePtr(std::make_shared<QuestionValue>(typeName, m_ask, std::move(question)));
    }

private:
    std::string_view m_typeName;
    Asked m_ask;
    AccessQuestion m_question;
};

class DecisionValue : public Opaque
{
public:
    explicit DecisionValue(AccessAnswer answer) : m_answer(std::move(answer)) { }
    std::string_view typeName() const override { return decisionName; }
    bool equals(const Opaque &other) const override { return this == &other; }
    const AccessAnswer &answer() const { return m_answer; }

private:
    AccessAnswer m_answer;
};

const QuestionValue &questionAt(Arguments arguments)
{
    return static_cast<const QuestionValue &>(*arguments[0].get<OpaquePtr>());
}

const AccessAnswer &answerAt(Arguments arguments)
{
    return static_cast<const DecisionValue &>(*arguments[0].get<OpaquePtr>()).answer();
}

bool isOnlySpace(std::string_view text)
{
    return text.find_first_not_of(" \t\n\v\f\r") == text.npos;
}

/// Another part of the question is known.
template<std::string AccessQuestion::*part>
Value withPart(Arguments arguments, std::string_view typeName)
{
    const QuestionValue &before = questionAt(arguments);
    AccessQuestion question = before.question();
    question.*part = std::string(arguments[1].text());
    return before.with(typeName, std::move(question));
}

Value askPath(Arguments arguments, Meter & /*meter*/)
{
    return isOnlySpace(arguments[1].text()) ? failure("path must not be empty")
                                            : withPart<&AccessQuestion::path>(arguments, pathCheckName);
}

Value askGroup(Arguments arguments, Meter & /*meter*/)
{
    return withPart<&AccessQuestion::group>(arguments, groupCheckName);
}

Value askResource(Arguments arguments, Meter & /*meter*/)
{
    return isOnlySpace(arguments[1].text())
        ? failure("resource must not be empty")
        : withPart<&AccessQuestion::resource>(arguments, resourceCheckName);
}

template<std::string AccessQuestion::*part>
Value askDetail(Arguments arguments, Meter & /*meter*/)
{
    return withPart<part>(arguments, resourceCheckName);
}

/// Roles do not tell objects apart by what they are.
Value heedlessOf(Arguments arguments, Meter & /*meter*/)
{
    return arguments[0];
}

Value askAs(Arguments arguments, Meter & /*meter*/)
{
    const std::string_view ns = arguments[1].text();
    const std::string_view name = arguments[2].text();
    if (!formatComplaints("dns1123Subdomain", name).empty())
        return failure("Invalid service account name");
    if (!formatComplaints("dns1123Label", ns).empty())
        return failure("Invalid service account namespace");
    const QuestionValue &before = questionAt(arguments);
    AccessQuestion question = before.question();
    question.account = {std::string(ns), std::string(name)};
    return before.with(authorizerName, std::move(question));
}

Value decide(Arguments arguments, Meter & /*meter*/)
{
    const QuestionValue &before = questionAt(arguments);
    AccessQuestion question = before.question();
    question.verb = std::string(arguments[1].text());
    return OpaquePtr(std::make_shared<DecisionValue>(before.answer(question)));
}

Value isAllowed(Arguments arguments, Meter & /*meter*/)
{
    return answerAt(arguments).allowed;
}

Value reasonOf(Arguments arguments, Meter & /*meter*/)
{
    return text(answerAt(arguments).reason);
}

/// Whoever decides here always can.
Value hasErrored(Arguments /*arguments*/, Meter & /*meter*/)
{
    return false;
}

Value errorOf(Arguments /*arguments*/, Meter & /*meter*/)
{
    return text({});
}

/// Two questions are all that an expression may ask.
std::uint64_t costOfCheck(Arguments /*arguments*/)
{
    return 350'000;
}

constexpr Declaration authorizerFunctions[] = {
    {"(kubernetes.authorization.Authorizer).path(string) -> kubernetes.authorization.PathCheck", askPath},
    {"(kubernetes.authorization.Authorizer).group(string) -> kubernetes.authorization.GroupCheck", askGroup},
    {"(kubernetes.authorization.Authorizer).serviceAccount(string, string) -> "
     "kubernetes.authorization.Authorizer",
        askAs},
    {"(kubernetes.authorization.GroupCheck).resource(string) -> kubernetes.authorization.ResourceCheck",
        askResource},
    {"(kubernetes.authorization.ResourceCheck).subresource(string) -> kubernetes.authorization.ResourceCheck",
        askDetail<&AccessQuestion::subresource>},
    {"(kubernetes.authorization.ResourceCheck).namespace(string) -> kubernetes.authorization.ResourceCheck",
        askDetail<&AccessQuestion::ns>},
    {"(kubernetes.authorization.ResourceCheck).name(string) -> kubernetes.authorization.ResourceCheck",
        askDetail<&AccessQuestion::name>},
    {"(kubernetes.authorization.ResourceCheck).fieldSelector(string) -> "
     "kubernetes.authorization.ResourceCheck",
        heedlessOf},
    {"(kubernetes.authorization.ResourceCheck).labelSelector(string) -> "
     "kubernetes.authorization.ResourceCheck",
        heedlessOf},
    {"(kubernetes.authorization.PathCheck).check(string) -> kubernetes.authorization.Decision", decide,
        costOfCheck},
    {"(kubernetes.authorization.ResourceCheck).check(string) -> kubernetes.authorization.Decision", decide,
        costOfCheck},
    {"(kubernetes.authorization.Decision).allowed() -> bool", isAllowed},
    {"(kubernetes.authorization.Decision).reason() -> string", reasonOf},
    {"(kubernetes.authorization.Decision).errored() -> bool", hasErrored},
    {"(kubernetes.authorization.Decision).error() -> string", errorOf},
};

Value firstQuestion(std::string_view typeName, AskAccess ask, AccessQuestion question)
{
    return OpaquePtr(std::make_shared<QuestionValue>(
        typeName, std::make_shared<const AskAccess>(std::move(ask)), std::move(question)));
}

} // namespace

TypePtr authorizerType()
{
    return opaqueType(authorizerName);
}

TypePtr resourceCheckType()
{
    return opaqueType(resourceCheckName);
}

Value authorizer(AskAccess ask)
{
    return firstQuestion(authorizerName, std::move(ask), {});
}

Value resourceCheck(AskAccess ask, AccessQuestion question)
{
    return firstQuestion(resourceCheckName, std::move(ask), std::move(question));
}

Declarations authorizerLibrary()
{
    return authorizerFunctions;
}

} // namespace core::cel
