import { writeFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { signDelivery } from "@/lib/integrations/webhooks/sign-delivery";
import { newId } from "@/lib/platform/ids";
import { selfSignedCertificate } from "../support/self-signed-certificate";
import { startTlsFront } from "../support/tls-front";
import { buildNextChild, type RunningChild, startChild, startNextChild } from "./support/child";
import { freePort, type Hub, ROOT, startHub } from "./support/hub";
import { makeHandOverLink, registerTool, revealCredentials, setGrant, setToolUrls } from "./support/registry";
import { openIdentity } from "./support/section";
import { switchBrand } from "./support/switcher";
import { test as base, expect } from "./support/test";

const DOMAIN = "brand.test";
const FERRY = "slow-ferry";
const TORVANE = "torvane";

/** A hub at its address on the parent domain, with its certificate and key. */
type Placed = Hub & { pair: ReturnType<typeof selfSignedCertificate>; certificate: string };

/** A hub as in production: https, on a domain shared with its tools. */
const test = base.extend<object, { placed: Placed }>({
  placed: [
    async ({}, use, { parallelIndex }) => {
      const pair = selfSignedCertificate(`*.${DOMAIN}`);
      const front = await startTlsFront(pair);
      const url = `https://hub.${DOMAIN}:${front.port}`;
      const hub = await startHub(`parent-domain-${parallelIndex}`, { HUB_BASE_URL: url, HUB_COOKIE_DOMAIN: DOMAIN });
      front.leadTo(Number(new URL(hub.url).port));
      const certificate = `${hub.directory}/certificate.pem`;
      writeFileSync(certificate, pair.cert);
      await use({ ...hub, url, pair, certificate });
      await hub.stop();
      await front.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  hub: [async ({ placed }, use) => use(placed), { scope: "worker" }],
});
test.use({ ignoreHTTPSErrors: true });

/** Collects the HTML of each tool page that a browser gets. */
function keepPages(context: BrowserContext, address: string): Promise<string>[] {
  const kept: Promise<string>[] = [];
  context.on("response", (response) => {
    if (response.url() === `${address}/` && response.status() === 200)
      kept.push(
        response
          .body()
          .then(String)
          // A page replaced before it was shown.
          .catch(() => ""),
      );
  });
  return kept;
}

/**
 * A hub with a public URL sends no webhooks to this machine (child.spec.ts covers that), so the test signs and sends
 * this one.
 */
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

async function publish(page: Page, slug: string, tagline: string): Promise<number> {
  await openIdentity(page, slug, "essentials");
  await page.getByLabel("Tagline", { exact: true }).fill(tagline);
  await page.getByRole("button", { name: "Review and publish" }).click();
  const button = page.getByRole("button", { name: /^Publish version \d+$/ });
  const version = Number(/\d+$/.exec(await button.innerText())?.[0]);
  await button.click();
  await expect(page.getByText(`Version ${version} is live`).first()).toBeVisible();
  return version;
}

interface PlacedTool {
  name: string;
  address: string;
  child: RunningChild;
  secret: string;
  stop(): Promise<void>;
}

/** Registers a tool as the hub administrator on `admin`, and starts it with the credentials from its setup link. */
async function placeTool(
  { placed, admin, operator }: { placed: Placed; admin: Page; operator: Page },
  { name, host, start }: { name: string; host: string; start: typeof startNextChild },
): Promise<PlacedTool> {
  // Its address must be known before it starts.
  const front = await startTlsFront(placed.pair);
  const address = `https://${host}.${DOMAIN}:${front.port}`;
  await setToolUrls(admin, await registerTool(admin, name), address);
  const link = await makeHandOverLink(admin, "Whoever runs it");
  for (const slug of [FERRY, TORVANE]) await setGrant(admin, slug, name, true);
  const credentials = await revealCredentials(operator, link);
  const environment: Record<string, string> = {
    ...credentials,
    CHILD_BASE_URL: address,
    STUDIO_URL: address,
    PARENT_DOMAIN: DOMAIN,
    NODE_OPTIONS: `--import=${ROOT}tests/support/resolve-parent-domain.mjs`,
    NODE_EXTRA_CA_CERTS: placed.certificate,
  };
  const port = await freePort();
  const child = await start(placed, environment, port);
  front.leadTo(port);
  const stop = async () => {
    await child.stop();
    await front.close();
  };
  return { name, address, child, secret: credentials.HUB_WEBHOOK_SECRET ?? "", stop };
}

test("tools in plain Node and in Next on the hub's domain follow each person's brand in all tabs, and show none under another's name", {
  tag: "@full",
}, async ({ placed, page: mara, context, people, signIn, visitor, allow }) => {
  test.setTimeout(600_000);
  // A tab that polls while another tab switches still has the old session.
  allow(/^401 GET https:\S+\/changes$/);
  const idOf = (slug: string) => people.several.brands.find((brand) => brand.slug === slug)?.id ?? "";
  const admin = await visitor(people.hubAdmin);
  const operator = await visitor();
  const building = buildNextChild();
  const tools = [
    await placeTool({ placed, admin, operator }, { name: "Studio in Node", host: "node", start: startChild }),
  ];
  try {
    await building;
    tools.push(
      await placeTool({ placed, admin, operator }, { name: "Studio in Next", host: "next", start: startNextChild }),
    );
    for (const done of [admin, operator]) await done.close();
    const jonas = await visitor(people.all.find(({ email }) => email === "jonas.weil@example.com"));
    await signIn();
    const taglines: Record<string, string[]> = { [idOf(FERRY)]: [], [idOf(TORVANE)]: [] };
    const note = (slug: string, tagline: string) => taglines[idOf(slug)]?.push(tagline);
    const shown = tools.flatMap(({ address }) => [context, jonas.context()].map((one) => keepPages(one, address)));
    const shows = (tabs: Page[], slug: string) =>
      Promise.all(tabs.map((tab) => expect(tab.locator(`[data-brand="${idOf(slug)}"]`)).toBeVisible()));
    const openIn = async (page: Page, { address }: PlacedTool) => {
      const tab = await page.context().newPage();
      await tab.goto(address);
      const connect = tab.getByRole("link", { name: /connect|sign in/i }).first();
      // `isVisible` doesn't wait for the page.
      await expect(connect.or(tab.locator("[data-brand]")).first()).toBeVisible();
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

    for (const tool of tools) {
      // A switch while a page is loading also reloads that page, which was rendered for the previous brand.
      const tab = await openIn(mara, tool);
      await shows([tab], FERRY);
      await tab.addInitScript((cookie) => {
        if (sessionStorage.getItem("switched")) return;
        sessionStorage.setItem("switched", "yes");
        // biome-ignore lint/suspicious/noDocumentCookie: like another tab's response, before this page's scripts run
        document.cookie = cookie;
      }, `hub_active_brand=${TORVANE}; Domain=${DOMAIN}; Path=/; Secure; SameSite=Lax`);
      // An open page of the hub polls its brand's state, and the response sets the cookie back.
      const place = mara.url();
      await mara.goto("about:blank", { waitUntil: "load" });
      await tab.reload();
      await shows([tab], TORVANE);
      await tab.close();
      await mara.goto(place);
    }

    // Two people in different brands, one with two tabs of each tool.
    const hers: Page[] = [];
    const theirs: Page[] = [];
    for (const tool of tools) {
      hers.push(await openIn(mara, tool), await openIn(mara, tool));
      theirs.push(await openIn(jonas, tool));
    }
    await Promise.all([shows(hers, FERRY), shows(theirs, TORVANE)]);

    // Switching in the hub reloads all tabs of that person and nobody else's.
    await switchBrand(mara, TORVANE);
    await Promise.all([shows(hers, TORVANE), shows(theirs, TORVANE)]);
    for (const slug of [FERRY, TORVANE, FERRY]) await switchBrand(mara, slug);
    await Promise.all([shows(hers, FERRY), shows(theirs, TORVANE)]);

    // A publish reaches the brand's own pages.
    const tagline = "Told of it in all tools";
    note(TORVANE, tagline);
    const version = await publish(jonas, TORVANE, tagline);
    for (const { child, secret } of tools) expect(await announce(child.url, secret, idOf(TORVANE), version)).toBe(200);
    const say = (tabs: Page[]) => Promise.all(tabs.map((tab) => expect(tab.getByText(tagline).first()).toBeVisible()));
    await say(theirs);
    await shows(hers, FERRY);
    await switchBrand(mara, TORVANE);
    await say(hers);

    // No page in any browser showed data under another brand's name.
    for (const tab of [...hers, ...theirs]) await tab.close();
    const pages = (await Promise.all(shown.flat())).filter((html) => html.includes("data-brand="));
    expect(pages.length).toBeGreaterThan(12);
    for (const html of pages) {
      const [, id = ""] = /data-brand="([^"]+)"/.exec(html) ?? [];
      const found = Object.entries(taglines).filter(([, said]) => said.some((words) => html.includes(words)));
      expect(found.map(([brand]) => brand)).toEqual([id]);
    }
  } finally {
    await building.catch(() => {});
    for (const { stop } of tools) await stop();
  }
});
