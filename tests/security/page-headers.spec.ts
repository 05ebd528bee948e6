import { expect, test } from "@/tests/e2e/support/test";

test("every page sets COOP, and security.txt says where to report a vulnerability", async ({ page, hub }) => {
  for (const path of ["/sign-in", "/nothing", "/api/auth/signout"]) {
    const headers = (await page.request.get(path)).headers();
    expect(headers["cross-origin-opener-policy"], path).toBe("same-origin");
    expect(headers["cross-origin-resource-policy"], path).toBe("same-origin");
    expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
  }
  // Tools show signed files on their own pages.
  expect((await page.request.get("/files/nothing")).headers()["cross-origin-resource-policy"]).not.toBe("same-origin");
  for (const path of ["/p/a/logos/b", "/p/a/versions/1/tokens.css"])
    expect((await page.request.get(path)).headers()["cross-origin-resource-policy"], path).toBe("cross-origin");

  const file = await page.request.get("/.well-known/security.txt");
  expect(file.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  const text = await file.text();
  expect(text).toContain("Contact: mailto:security@localhost\n");
  expect(text).toContain(`Canonical: ${hub.url}/.well-known/security.txt\n`);
});

test("the image optimiser answers 404", async ({ page }) => {
  const picture = encodeURIComponent("/icon.svg");
  expect((await page.request.get(`/_next/image?url=${picture}&w=64&q=75`)).status()).toBe(404);
});
