import { writeFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { signDelivery } from "@/lib/deliveries/sign-delivery";
import { newId } from "@/lib/kernel/ids";
import { selfSignedCertificate } from "../support/self-signed-certificate";
import { startTlsFront } from "../support/tls-front";
import { buildNextChild, startChild, startNextChild } from "./support/child";
import { freePort, type Hub, ROOT, startHub } from "./support/hub";
import { makeHandOverLink, registerTool, revealCredentials, setGrant, setToolUrls } from "./support/registry";
import { openIdentity } from "./support/section";
import { switchBrand } from "./support/switcher";
import { test as base, expect } from "./support/test";

const DOMAIN = "brand.test";
const FERRY = "slow-ferry";
const TORVANE = "torvane";

/** A hub at its address on the parent domain, and the file of what vouches for that. */
type Placed = Hub & { certificate: string };

/** A hub as operators run it: by https, on a domain that it shares with its tools. */
const test = base.extend<object, { placed: Placed; front: Awaited<ReturnType<typeof startTlsFront>> }>({
  placed: [
    async ({}, use, { parallelIndex }) => {
      const pair = selfSignedCertificate(`*.${DOMAIN}`);
      const front = await startTlsFront(pair);
      const url = `https://hub.${DOMAIN}:${front.port}`;
      const hub = await startHub(`parent-domain-${parallelIndex}`, { HUB_BASE_URL: url, HUB_COOKIE_DOMAIN: DOMAIN });
      front.leadTo(Number(new URL(hub.url).port));
      const certificate = `${hub.directory}/certificate.pem`;
      writeFileSync(certificate, pair.cert);
      await use({ ...hub, url, certificate });
      await hub.stop();
      await front.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  hub: [async ({ placed }, use) => use(placed), { scope: "worker" }],
  /** What stands before the tool; the tool is told its address before it starts. */
  front: [
    async ({}, use) => {
      const front = await startTlsFront(selfSignedCertificate(`*.${DOMAIN}`));
      await use(front);
      await front.close();
    },
    { scope: "worker" },
  ],
});
test.use({ ignoreHTTPSErrors: true });
// One after the other, beside the one hub.
test.describe.configure({ mode: "default" });

/** Each page of the tool that a browser is given, as HTML. */
function keepPages(context: BrowserContext, address: string): Promise<string>[] {
  const kept: Promise<string>[] = [];
  context.on("response", (response) => {
    if (response.url() === `${address}/` && response.status() === 200)
      kept.push(
        response
          .body()
          .then(String)
          // Nothing was shown of a page that the next one took the place of.
          .catch(() => ""),
      );
  });
  return kept;
}

/** A hub with a public address sends to no address of this machine (child.spec.ts has one that does): what it would send is signed and sent from here. */
async function announce(url: string, secret: string, brandId: string, version: number): Promise<number> {
  const body = JSON.stringify({
    id: newId(),
    type: "identity.updated",
    occurred_at: new Date().toISOString(),
    brand_id: brandId,
    brand_slug: TORVANE,
    identity_version: version,
    previous_version: version - 1,
    changed: ["identity"],
  });
  const delivery = { id: newId(), event: "identity.updated", attempt: 1, body, secrets: [secret] };
  const headers = signDelivery({ ...delivery, timestampSeconds: Date.now() / 1000 });
  return (await fetch(`${url}/webhooks/hub`, { method: "POST", body, headers })).status;
}

/** Gives the version. */
async function publish(page: Page, slug: string, tagline: string): Promise<number> {
  await openIdentity(page, slug, "essentials");
  await page.getByLabel("Tagline", { exact: true }).fill(tagline);
  await page.getByRole("button", { name: "Review and publish" }).click();
  const button = page.getByRole("button", { name: /^Publish version \d+$/ });
  const version = Number(/\d+$/.exec(await button.innerText())?.[0]);
  await button.click();
  await expect(page.getByText(`Version ${version} is live.`).first()).toBeVisible();
  return version;
}

const STYLES = [
  { style: "plain Node", build: async () => {}, start: startChild },
  { style: "Next", build: buildNextChild, start: startNextChild },
];

for (const { style, build, start } of STYLES)
  test(`a tool in ${style} beside the hub follows each person's brand in all tabs, and shows none under another's name`, {
    tag: "@full",
  }, async ({ placed, front, page: mara, context, people, signIn, visitor, allow }) => {
    test.setTimeout(600_000);
    // A tab that asks while another one turns has the session of before.
    allow(/^401 GET https:\S+\/changes$/);
    const address = `https://studio.${DOMAIN}:${front.port}`;
    const port = await freePort();
    const idOf = (slug: string) => people.several.brands.find((brand) => brand.slug === slug)?.id ?? "";

    // Runs while the tool is registered.
    const built = build();
    const admin = await visitor(people.hubAdmin);
    const tool = await registerTool(admin, `Studio in ${style}`);
    await setToolUrls(admin, tool, address);
    const link = await makeHandOverLink(admin, "Whoever runs it");
    for (const slug of [FERRY, TORVANE]) await setGrant(admin, slug, `Studio in ${style}`, true);
    const environment: Record<string, string> = {
      ...(await revealCredentials(await visitor(), link)),
      CHILD_BASE_URL: address,
      STUDIO_URL: address,
      PARENT_DOMAIN: DOMAIN,
      NODE_OPTIONS: `--import=${ROOT}tests/support/resolve-parent-domain.mjs`,
      NODE_EXTRA_CA_CERTS: placed.certificate,
    };
    await built;
    const child = await start(placed, environment, port);
    front.leadTo(port);
    try {
      const jonas = await visitor(people.all.find(({ email }) => email === "jonas.weil@example.com"));
      await signIn();
      const taglines: Record<string, string[]> = { [idOf(FERRY)]: [], [idOf(TORVANE)]: [] };
      const note = (slug: string, tagline: string) => taglines[idOf(slug)]?.push(tagline);
      const shown = [context, jonas.context()].map((one) => keepPages(one, address));
      const shows = (tab: Page, slug: string) =>
        expect(tab.locator(`[data-brand="${idOf(slug)}"]`)).toBeVisible({ timeout: 30_000 });
      const openIn = async (page: Page) => {
        const tab = await page.context().newPage();
        await tab.goto(address);
        const connect = tab.getByRole("link", { name: /connect|sign in/i }).first();
        if (await connect.isVisible()) await connect.click();
        return tab;
      };
      for (const [owner, slug] of [
        [mara, FERRY],
        [jonas, TORVANE],
      ] as const) {
        await openIdentity(owner, slug, "essentials");
        note(slug, await owner.getByLabel("Tagline", { exact: true }).inputValue());
        await switchBrand(owner, slug);
      }

      // Two people, each in a brand of their own, and one of them with two tabs.
      const [left, theirs] = await Promise.all([openIn(mara), openIn(jonas)]);
      await Promise.all([shows(left, FERRY), shows(theirs, TORVANE)]);

      // A switch that comes while a page is on its way turns that page too: it was made for the brand of before.
      await left.addInitScript((cookie) => {
        if (sessionStorage.getItem("switched")) return;
        sessionStorage.setItem("switched", "yes");
        // biome-ignore lint/suspicious/noDocumentCookie: as another tab's answer sets it, before this page's scripts look
        document.cookie = cookie;
      }, `hub_active_brand=${TORVANE}; Domain=${DOMAIN}; Path=/; Secure; SameSite=Lax`);
      await left.reload();
      await shows(left, TORVANE);
      await switchBrand(mara, FERRY);
      await shows(left, FERRY);
      const right = await openIn(mara);
      await shows(right, FERRY);

      // Switching in the hub turns every tab of that person, and nobody else's.
      await switchBrand(mara, TORVANE);
      await Promise.all([shows(left, TORVANE), shows(right, TORVANE), shows(theirs, TORVANE)]);
      for (const slug of [FERRY, TORVANE, FERRY]) await switchBrand(mara, slug);
      await Promise.all([shows(left, FERRY), shows(right, FERRY), shows(theirs, TORVANE)]);

      // A publish arrives at the brand's own pages.
      const tagline = `Told of it in ${style}`;
      note(TORVANE, tagline);
      const version = await publish(jonas, TORVANE, tagline);
      expect(await announce(child.url, environment.HUB_WEBHOOK_SECRET ?? "", idOf(TORVANE), version)).toBe(200);
      await expect(theirs.getByText(tagline).first()).toBeVisible({ timeout: 30_000 });
      await Promise.all([shows(left, FERRY), shows(right, FERRY)]);
      await switchBrand(mara, TORVANE);
      for (const tab of [left, right]) await expect(tab.getByText(tagline).first()).toBeVisible({ timeout: 30_000 });

      // Of all that any browser was ever given, nothing stood under another brand's name.
      for (const tab of [left, right, theirs]) await tab.close();
      const pages = (await Promise.all(shown.flat())).filter((html) => html.includes("data-brand="));
      expect(pages.length).toBeGreaterThan(6);
      for (const html of pages) {
        const [, id = ""] = /data-brand="([^"]+)"/.exec(html) ?? [];
        const found = Object.entries(taglines).filter(([, said]) => said.some((words) => html.includes(words)));
        expect(found.map(([brand]) => brand)).toEqual([id]);
      }
    } finally {
      await child.stop();
    }
  });
