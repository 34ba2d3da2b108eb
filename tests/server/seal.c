/* seal.c: keys, signatures and sealed messages: the example of RFC 8291, what is refused, who may
 * be connected to, and when it is quiet. */
#include "server/seal.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/bell.h"

static int count, bad;

static void ok(bool good, const char *what)
{
    printf("%s %d - %s\n", good ? "ok" : "not ok", ++count, what);
    bad += !good;
}

static void bytes(const char *text, unsigned char *out, size_t want)
{
    size_t len = 0;
    if (!seal_bytes(text, out, want, &len) || len != want)
        ok(false, text);
}

/* RFC 8291, section 5 and appendix A. */
static void rfc_8291(void)
{
    static const char text[] = "When I grow up, I want to be a watermelon";
    static const char want[] =
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_"
        "c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAm"
        "S6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Q"
        "ulcy4a-fN";
    struct seal_key own;
    unsigned char point[SEAL_POINT], auth[SEAL_AUTH], salt[SEAL_SALT], out[SEAL_RECORD];
    char got[512] = "";
    size_t len = 0;
    bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", own.scalar, SEAL_SCALAR);
    bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6"
          "TlzAC8wEqKK6PBru3jl7A8",
          own.point, SEAL_POINT);
    bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPj"
          "s7Vd8pZGH6SRpkNtoIAiw4",
          point, SEAL_POINT);
    bytes("DGv6ra1nlYgDCS1FRnbzlw", salt, SEAL_SALT);
    bytes("BTBZMqHH6r4Tts7J_aSIgg", auth, SEAL_AUTH);
    ok(seal_message(point, auth, &own, salt, text, sizeof text - 1, 0, out, &len) &&
           seal_text(out, len, got, sizeof got) && strcmp(got, want) == 0,
       "the example of RFC 8291, byte for byte");
    ok(seal_message(point, auth, &own, salt, text, sizeof text - 1, 300, out, &len) &&
           len == SEAL_HEAD + sizeof text - 1 + 1 + 300 + 16,
       "padding makes it longer");
    static char much[SEAL_TEXT_MAX + 1];
    ok(seal_message(point, auth, &own, salt, much, SEAL_TEXT_MAX, 0, out, &len) &&
           len == SEAL_RECORD &&
           !seal_message(point, auth, &own, salt, much, sizeof much, 0, out, &len),
       "as much as a record holds, and not more");
    point[40] ^= 1;
    ok(!seal_point_ok(point) &&
           !seal_message(point, auth, &own, salt, text, sizeof text - 1, 0, out, &len),
       "a point beside the curve is refused");
}

static void keys(void)
{
    struct seal_key a, b, c;
    char text[SEAL_KEY_TEXT];
    unsigned char sign[64], other[64];
    const bool made = seal_key_new(&a) && seal_key_new(&c);
    seal_key_write(&a, text);
    ok(made && seal_key_read(&b, text) && memcmp(&a, &b, sizeof a) == 0 && seal_point_ok(b.point),
       "a key comes back from its text");
    text[20] = '!';
    ok(!seal_key_read(&b, text) && !seal_key_read(&b, "") && !seal_key_read(&b, "AAAA"),
       "what is no key is refused");
    ok(seal_sign(&a, "abc", 3, sign) && seal_sign(&a, "abc", 3, other) &&
           memcmp(sign, other, sizeof sign) != 0,
       "no two signatures are alike");
}

static bool public_address(const char *text)
{
    struct sockaddr_in in = {.sin_family = AF_INET};
    struct sockaddr_in6 in6 = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &in.sin_addr) == 1)
        return post_public((const struct sockaddr *)(const void *)&in);
    return inet_pton(AF_INET6, text, &in6.sin6_addr) == 1 &&
           post_public((const struct sockaddr *)(const void *)&in6);
}

static void addresses(void)
{
    static const char *const no[] = {"127.0.0.1",
                                     "10.1.2.3",
                                     "172.16.0.1",
                                     "172.31.255.255",
                                     "192.168.1.1",
                                     "169.254.1.1",
                                     "100.64.0.1",
                                     "0.0.0.0",
                                     "224.0.0.1",
                                     "255.255.255.255",
                                     "198.18.0.1",
                                     "::1",
                                     "::",
                                     "fe80::1",
                                     "fc00::1",
                                     "ff02::1",
                                     "::ffff:10.0.0.1",
                                     "64:ff9b::7f00:1",
                                     "2002:7f00:1::",
                                     "2001::1",
                                     "2001:db8::1",
                                     "::127.0.0.1"};
    static const char *const yes[] = {"8.8.8.8",           "172.32.0.1",     "100.128.0.1",
                                      "2a00:1450:4001::1", "::ffff:8.8.8.8", "2606:4700::1111"};
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (public_address(no[i]))
            ok(false, no[i]);
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        if (!public_address(yes[i]))
            ok(false, yes[i]);
    ok(true, "addresses that are public, and that are not");
}

static void urls(void)
{
    static const char *const no[] = {"http://push.example.org/a",
                                     "https://push.example.org",
                                     "https://127.0.0.1/a",
                                     "https://localhost/a",
                                     "https://push.example.org:8443/a",
                                     "https://u@push.example.org/a",
                                     "https://[::1]/a",
                                     "https:///a",
                                     "https://push.example.org/a b",
                                     "https://push.example.org/a\r\nX: y",
                                     "https://push.example.org/\"a",
                                     "https://0x7f.1/a",
                                     "file:///etc/passwd",
                                     "https://push.example.org/a#b",
                                     ""};
    struct post_url u;
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (post_url_read(no[i], false, &u))
            ok(false, no[i]);
    ok(post_url_read("https://fcm.example.org/send/abc:d_e-f?x=1", false, &u) &&
           strcmp(u.host, "fcm.example.org") == 0 && strcmp(u.port, "443") == 0 &&
           strcmp(u.path, "/send/abc:d_e-f?x=1") == 0,
       "addresses of services, and what is none");
    ok(post_url_read("https://localhost:8443/a", true, &u) && strcmp(u.port, "8443") == 0,
       "any host and port in tests");
}

static void quiet(void)
{
    static const int64_t hour = 3600000, day = 24 * 3600000;
    static const char paris[] = "0:60,1774746000000:120"; /* summer begins on 29 March 2026 */
    const int64_t spring = 1774746000000;
    ok(bell_quiet(100 * day + 12 * hour, -1, -1, "") == 0, "no quiet hours");
    ok(bell_quiet(100 * day + 23 * hour, 1350, 450, "") == 101 * day + 7 * hour + hour / 2 &&
           bell_quiet(100 * day + 5 * hour, 1350, 450, "") == 100 * day + 7 * hour + hour / 2 &&
           bell_quiet(100 * day + 12 * hour, 1350, 450, "") == 0,
       "a night is quiet from evening to morning");
    ok(bell_quiet(100 * day + 12 * hour, 720, 780, "") == 100 * day + 13 * hour &&
           bell_quiet(100 * day + 13 * hour, 720, 780, "") == 0,
       "a rest at noon");
    ok(bell_quiet(100 * day + 21 * hour, 1320, 420, paris) == 101 * day + 6 * hour &&
           bell_quiet(100 * day + 20 * hour, 1320, 420, paris) == 0,
       "by the clock of the place");
    ok(bell_quiet(spring - hour + 18 * hour, 1320, 420, paris) == 0 &&
           bell_quiet(spring + 19 * hour, 1320, 420, paris) != 0,
       "which is set forward in spring");
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    rfc_8291();
    keys();
    addresses();
    urls();
    quiet();
    printf("1..%d\n", count);
    return bad != 0;
}
