// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens, and those who would like to have made them (docs/api-semantics.md S4).
#include "core/access/authenticator.h"

#include "tests/unit/printing.h"

#include <QTest>

#include <random>

using namespace core;
using namespace core::access;

namespace {

const base::Time now {std::chrono::seconds(1'763'632'800)};

TokenKey newKey()
{
    return *TokenKey::read(TokenKey::make());
}

TokenClaims claims()
{
    return {{"dev", "bot"}, "uid-1", {std::string(tokenIssuer), "vault"}, "id-1", now,
        now + std::chrono::hours(1), BoundObject {"Pod", "p", "uid-2"}};
}

QByteArray part(const std::string &token, int index)
{
    return QByteArray::fromStdString(token).split('.').at(index);
}

QByteArray encoded(const QByteArray &text)
{
    return text.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
}

QByteArray header(const QByteArray &algorithm, const QByteArray &key = {})
{
    return encoded(QByteArray::fromStdString(
        jsonText("{'alg':'" + algorithm.toStdString() + "','kid':'" + key.toStdString() + "'}")));
}

} // namespace

class TestTokens : public QObject
{
    Q_OBJECT

private slots:
    void whatIsSignedIsKnown()
    {
        const TokenKey key = newKey();
        const std::string token = key.sign(claims());
        const auto read = key.verify(token);
        QVERIFY(read);
        QVERIFY(*read == claims());
        const auto payload = api::parseJson(
            QByteArray::fromBase64(part(token, 1), QByteArray::Base64UrlEncoding).toStdString());
        QVERIFY(payload);
        QCOMPARE(api::textAt(*payload, {"sub"}), std::string_view("system:serviceaccount:dev:bot"));
        QCOMPARE(api::textAt(*payload, {"kubernetes.io", "pod", "name"}), std::string_view("p"));
        QCOMPARE(api::integerAt(*payload, {"exp"}), std::optional<std::int64_t>(1'763'636'400));
    }

    void theKeyIsTheSameWhenReadAgain()
    {
        const std::string pem = TokenKey::make();
        QVERIFY(TokenKey::read(pem)->verify(TokenKey::read(pem)->sign(claims())));
        QCOMPARE(TokenKey::read(pem)->id(), TokenKey::read(pem)->id());
        QVERIFY(!TokenKey::read("no key"));
        QVERIFY(!TokenKey::read(""));
    }

    void othersAreNot_data()
    {
        QTest::addColumn<QByteArray>("token");
        const TokenKey other = newKey();
        const QByteArray good = QByteArray::fromStdString(m_key.sign(claims()));
        const QByteArray head = part(good.toStdString(), 0);
        const QByteArray body = part(good.toStdString(), 1);
        const QByteArray signature = part(good.toStdString(), 2);
        const QByteArray none = header("none");
        const QByteArray kid = QByteArray::fromStdString(m_key.id());
        const auto row = [](const char *name, const QByteArray &token) {
            QTest::addRow("S4 %s", name) << token;
        };
        row("of another lab", QByteArray::fromStdString(other.sign(claims())));
        row("alg none, without a signature", none + '.' + body + '.');
        row("alg none, with a signature", none + '.' + body + '.' + signature);
        row("HS256", header("HS256", kid) + '.' + body + '.' + signature);
        row("another key's name", header("ES256", "x") + '.' + body + '.' + signature);
        QByteArray changed = QByteArray::fromBase64(body, QByteArray::Base64UrlEncoding);
        changed.replace("bot", "top");
        row("another account", head + '.' + encoded(changed) + '.' + signature);
        row("a signature of zeros", head + '.' + body + '.' + encoded(QByteArray(64, '\0')));
        row("half a signature", head + '.' + body + '.' + signature.left(20));
        row("no signature", head + '.' + body + '.');
        row("two parts", head + '.' + body);
        row("four parts", good + ".x");
        row("empty", {});
        row("dots", "..");
        row("no base64", "!!!.???.###");
        row("padding", head + "=." + body + '.' + signature);
        row("a line break", head + "\n." + body + '.' + signature);
        row("NUL", head + '.' + body + '.' + signature + '\0');
        row("a long one", QByteArray(100'000, 'a') + '.' + body + '.' + signature);
        row("deep JSON", encoded(QByteArray(3000, '[')) + '.' + body + '.' + signature);
    }

    /// T22
    void noChangedTokenIsKnown()
    {
        const std::string good = m_key.sign(claims());
        std::mt19937 dice(7);
        constexpr std::string_view letters = "ABCxyz019-_.=\n+/";
        for (int i = 0; i < 3'000; ++i) {
            std::string changed = good;
            for (unsigned n = dice() % 3; n < 3; ++n)
                changed[dice() % changed.size()] = letters[dice() % letters.size()];
            if (dice() % 4 == 0)
                changed.resize(dice() % changed.size());
            QVERIFY2(changed == good || !m_key.verify(changed), changed.c_str());
        }
        for (const char last : letters) {
            const std::string changed = good.substr(0, good.size() - 1) + last;
            QVERIFY2(changed == good || !m_key.verify(changed), changed.c_str());
        }
    }

    void othersAreNot()
    {
        QFETCH(QByteArray, token);
        QVERIFY(!m_key.verify(token.toStdString()));
    }

    void whoShowsWhat()
    {
        const Authenticator authenticator({"owner-secret", "viewer-secret", m_key});
        QVERIFY(authenticator.login("owner-secret")->user == owner());
        QVERIFY(authenticator.login("viewer-secret")->user == viewer());
        const auto login = authenticator.login(m_key.sign(claims()));
        QCOMPARE(login->user->name, std::string("system:serviceaccount:dev:bot"));
        QCOMPARE(login->user->uid, std::string("uid-1"));
        QCOMPARE(login->user->groups,
            (std::vector<std::string> {
                "system:serviceaccounts", "system:serviceaccounts:dev", "system:authenticated"}));
        QVERIFY(login->user->extra.contains("authentication.kubernetes.io/pod-name"));
        QVERIFY(!authenticator.login(""));
        QVERIFY(!authenticator.login("owner-secre"));
        QVERIFY(!Authenticator({"owner-secret"}).login(""));
        QVERIFY(!Authenticator({"owner-secret"}).login(m_key.sign(claims())));
    }

private:
    const TokenKey m_key = newKey();
};

QTEST_GUILESS_MAIN(TestTokens)
#include "tst_tokens.moc"
