import { describe, expect, it } from "vitest";
import { checkBrowserUrl, checkWebhookUrl, resolveAndCheck } from "@/lib/integrations/webhooks/webhook-url-policy";
import { PrivateNetworks } from "@/lib/platform/private-networks";

const strict = { allowLoopback: false };
const demo = { allowLoopback: true };
const allowing = (...cidrs: string[]) => ({ ...strict, allowedNetworks: new PrivateNetworks(cidrs) });

describe("checkWebhookUrl", () => {
  it.each([
    ["https://hooks.example.com/hub", "https://hooks.example.com/hub"],
    ["https://hooks.example.com", "https://hooks.example.com/"],
    ["HTTPS://Hooks.Example.com:8443/a?b=c@d", "https://hooks.example.com:8443/a?b=c@d"],
    ["https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"],
    ["https://8.8.8.8/", "https://8.8.8.8/"],
    ["https://[2606:4700:4700::1111]/", "https://[2606:4700:4700::1111]/"],
    ["https://name-that-does-not-resolve-yet.example/", "https://name-that-does-not-resolve-yet.example/"],
  ])("accepts %s in normal form", (url, normal) => {
    expect(checkWebhookUrl(url, strict)).toEqual({ ok: true, url: normal });
  });

  it.each([
    "http://hooks.example.com/",
    "ftp://hooks.example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/plain,x",
    "//hooks.example.com/",
    "/hub",
    "",
    "https://",
    "https:hooks.example.com",
    "https:///hooks.example.com",
    "https://hooks.example.com:99999/",
  ])("refuses %j, which is not an https URL", (url) => {
    expect(checkWebhookUrl(url, strict).ok).toBe(false);
  });

  it.each([
    "https://user@example.com/",
    "https://user:pass@example.com/",
    "https://:pass@example.com/",
    "https://@example.com/",
  ])("refuses user info in %s", (url) =>
    expect(checkWebhookUrl(url, strict)).toMatchObject({ ok: false, reason: expect.stringMatching(/user name/) }),
  );

  it.each(["https://example.com/#top", "https://example.com/#"])("refuses the fragment of %s", (url) =>
    expect(checkWebhookUrl(url, strict)).toMatchObject({ ok: false, reason: expect.stringMatching(/fragment/) }),
  );

  it.each([
    "https://example.com\\@127.0.0.1/",
    " https://example.com/",
    "https://exam\tple.com/",
    "https://example.com/\n",
  ])("refuses %j, which parsers read differently", (url) => expect(checkWebhookUrl(url, strict).ok).toBe(false));

  it("accepts up to 2,048 characters, as written and as encoded", () => {
    const base = "https://example.com/";
    expect(checkWebhookUrl(base + "a".repeat(2048 - base.length), strict).ok).toBe(true);
    expect(checkWebhookUrl(base + "a".repeat(2049 - base.length), strict).ok).toBe(false);
    expect(checkWebhookUrl(base + "ü".repeat(1000), strict).ok).toBe(false);
  });

  const notPublic = [
    "127.0.0.1",
    "127.1",
    "127.255.255.254",
    "2130706433",
    "0x7f.1",
    "0x7f000001",
    "017700000001",
    "１２７.0.0.1",
    "0",
    "0.0.0.0",
    "10.0.0.1",
    "167772161",
    "0xa000001",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "100.64.0.1",
    "100.100.100.200",
    "100.127.255.255",
    "169.254.169.254",
    "2852039166",
    "0xa9fea9fe",
    "168.63.129.16",
    "192.0.0.192",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "[::]",
    "[::1]",
    "[::127.0.0.1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:10.0.0.1]",
    "[::ffff:0:10.0.0.1]",
    "[::ffff:169.254.169.254]",
    "[64:ff9b::a00:1]",
    "[64:ff9b::8.8.8.8]",
    "[64:ff9b:1::1]",
    "[100::1]",
    "[100:0:0:1::1]",
    "[2001:db8::1]",
    "[2002:a00:1::]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[fdff:ffff::1]",
    "[fe80::1]",
    "[fec0::1]",
    "[ff02::1]",
    "[4000::1]",
    "localhost",
    "LOCALHOST",
    "%6cocalhost",
    "localhost.",
    "hub.localhost",
    "hub.localhost.",
  ];
  it.each(notPublic)("refuses https://%s/ with and without the loopback exception", (host) => {
    for (const policy of [strict, demo]) expect(checkWebhookUrl(`https://${host}/`, policy).ok).toBe(false);
  });

  it.each([
    "http://localhost",
    "http://localhost/",
    "http://localhost:4000/hook?x=1",
    "http://localhost?x=1",
    "http://127.0.0.1:4000/hook",
    "http://[::1]:4000/hook",
  ])("accepts %s only under the loopback exception", (url) => {
    expect(checkWebhookUrl(url, demo)).toEqual({ ok: true, url: new URL(url).href });
    expect(checkWebhookUrl(url, strict).ok).toBe(false);
  });

  it("accepts the normalized form of what the loopback exception accepted", () => {
    const first = checkWebhookUrl("http://127.0.0.1:80", demo);
    expect(first).toEqual({ ok: true, url: "http://127.0.0.1/" });
    expect(checkWebhookUrl("http://127.0.0.1/", demo).ok).toBe(true);
  });

  it.each([
    "http://127.1/",
    "http://127.0.0.2/",
    "http://0x7f.1/",
    "http://2130706433/",
    "http://0.0.0.0/",
    "http://localhost./",
    "http://LOCALHOST/",
    "HTTP://localhost/",
    "http://hub.localhost/",
    "http://localhost.example.com/",
    "http://127.0.0.1.example.com/",
    "http://[::ffff:127.0.0.1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://localhost:80@10.0.0.1/",
    "http://localhost@10.0.0.1/",
    "http://user@localhost/",
    "http://localhost\\@10.0.0.1/",
    "http://localhost/#x",
    "http://localhost:99999/",
  ])("refuses %s under the loopback exception", (url) => {
    expect(checkWebhookUrl(url, demo).ok).toBe(false);
  });
});

describe("a hub that allows private networks", () => {
  const office = allowing("10.0.0.0/8", "fd12:3456::/32");
  const all = allowing("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7");

  it.each([
    "https://10.0.0.1/",
    "http://10.255.255.255:8080/hook",
    "http://[fd12:3456::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://press.internal:4100/hook",
    "https://hooks.example.com/",
  ])("accepts %s", (url) => {
    expect(checkWebhookUrl(url, office)).toEqual({ ok: true, url: new URL(url).href });
  });

  it.each(["192.168.1.1", "127.0.0.1", "[::1]", "[fd12:3457::1]", "8.8.8.8", "localhost", "hub.localhost"])(
    "refuses http://%s/, which is in none of them",
    (host) => expect(checkWebhookUrl(`http://${host}/`, office).ok).toBe(false),
  );

  it.each([
    "169.254.169.254",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
    "0.0.0.0",
    "127.0.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "[::]",
    "[::1]",
    "[::10.0.0.1]",
    "[::ffff:169.254.169.254]",
    "[::ffff:100.100.100.200]",
    "[64:ff9b::a00:1]",
    "[2002:a00:1::]",
    "[fd00:ec2::254]",
    "[fd00:ec2::23]",
    "[fd20:ce::254]",
    "[fd00:c1::a9fe:a9fe]",
    "[fd00:42::42]",
    "[fd00:a9fe:a9fe::1]",
    "[fd00:100::100:200]",
    "[fe80::1]",
    "[ff02::1]",
  ])("never reaches %s, whatever it allows", async (host) => {
    for (const scheme of ["http", "https"]) expect(checkWebhookUrl(`${scheme}://${host}/`, all).ok).toBe(false);
    const lookup = async () => ["10.0.0.1", host.replace(/[[\]]/g, "")];
    for (const scheme of ["http", "https"])
      expect((await resolveAndCheck(`${scheme}://press.internal/`, all, lookup)).ok).toBe(false);
  });

  it("reaches its own machine if listed", () => {
    const own = allowing("127.0.0.0/8", "::1/128");
    for (const host of ["127.0.0.1:4100", "[::1]:4100", "localhost:4100"])
      expect(checkWebhookUrl(`http://${host}/`, own).ok).toBe(true);
    expect(checkWebhookUrl("http://10.0.0.1/", own).ok).toBe(false);
  });

  it("requires https if a name also resolves to a public address", async () => {
    const lookup = async () => ["10.0.0.5", "93.184.215.14"];
    expect((await resolveAndCheck("https://press.internal/", office, lookup)).ok).toBe(true);
    expect(await resolveAndCheck("http://press.internal/", office, lookup)).toMatchObject({
      ok: false,
      reason: "The URL must start with https://.",
    });
    expect((await resolveAndCheck("http://press.internal/", office, async () => ["10.0.0.5"])).ok).toBe(true);
  });

  it("sends browsers to https only, and to http localhost in the embedded demo only", () => {
    for (const host of ["press.internal", "10.0.0.5", "localhost:4100"])
      expect(checkBrowserUrl(`http://${host}/connect`, office).ok).toBe(false);
    for (const url of ["https://10.0.0.5/connect", "https://press.internal/connect"])
      expect(checkBrowserUrl(url, office).ok).toBe(true);
    const own = allowing("127.0.0.0/8", "::1/128");
    for (const host of ["localhost:4100", "127.0.0.1:4100", "[::1]:4100"]) {
      expect(checkBrowserUrl(`http://${host}/connect`, own).ok).toBe(false);
      expect(checkBrowserUrl(`http://${host}/connect`, { ...own, allowLoopback: true }).ok).toBe(true);
    }
  });
});

describe("resolveAndCheck", () => {
  const url = "https://hooks.example.com/";

  it("accepts a name all of whose addresses are public", async () => {
    const lookup = async () => ["93.184.215.14", "2606:4700:4700::1111"];
    expect(await resolveAndCheck(url, strict, lookup)).toEqual({ ok: true, url });
  });

  it.each(["10.0.0.1", "169.254.169.254", "::1", "64:ff9b::1", "fe80::1%eth0"])(
    "refuses a name that resolves to %s and a public address",
    async (address) => {
      const verdict = await resolveAndCheck(url, strict, async () => ["93.184.215.14", address]);
      expect(verdict).toMatchObject({ ok: false, reason: expect.stringMatching(/not public/) });
    },
  );

  it("accepts a name that does not resolve yet", async () => {
    const lookup = () => Promise.reject(Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" }));
    expect(await resolveAndCheck(url, strict, lookup)).toEqual({ ok: true, url });
  });

  it("accepts a name whose lookup does not end in time", async () => {
    const never = () => new Promise<string[]>(() => undefined);
    expect(await resolveAndCheck(url, strict, never, 20)).toEqual({ ok: true, url });
  });

  it("makes no lookup for literal addresses, the loopback exception and refused URLs", async () => {
    const lookups: string[] = [];
    const lookup = async (name: string) => {
      lookups.push(name);
      return [];
    };
    await resolveAndCheck("https://8.8.8.8/", strict, lookup);
    await resolveAndCheck("http://localhost:4000/", demo, lookup);
    await resolveAndCheck("http://example.com/", strict, lookup);
    expect(lookups).toEqual([]);
  });
});
