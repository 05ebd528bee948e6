import { expect, test } from "./support/test";

test("sends the headers of every page with the 404s below addresses that send their own", async ({ page }) => {
  for (const path of ["/nothing", "/connect/a/b", "/connect/", "/files/a/b", "/files/"]) {
    const response = await page.request.get(path);
    expect(response.status(), path).toBe(404);
    expect(response.headers()["content-security-policy"], path).toContain("default-src 'self'");
    expect(response.headers()["x-content-type-options"], path).toBe("nosniff");
  }
});

test("leaves their own policy alone to signed files and the hand-off page", async ({ page }) => {
  for (const path of ["/files/nothing", "/connect/brand-studio"]) {
    const policy = (await page.request.get(path)).headers()["content-security-policy"] ?? "";
    expect(policy, path).not.toContain("default-src 'self'");
  }
});
