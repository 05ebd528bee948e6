import { expect, test } from "./support/test";

test("sends every page's headers with 404s, and leaves their own policy to signed files and the hand-off page", async ({
  page,
}) => {
  for (const path of ["/nothing", "/connect/a/b", "/connect/", "/files/a/b", "/files/"]) {
    const response = await page.request.get(path);
    expect(response.status(), path).toBe(404);
    expect(response.headers()["content-security-policy"], path).toContain("'strict-dynamic'");
    expect(response.headers()["x-content-type-options"], path).toBe("nosniff");
  }
  for (const path of ["/files/nothing", "/connect/brand-studio"]) {
    const policy = (await page.request.get(path, { maxRedirects: 0 })).headers()["content-security-policy"] ?? "";
    expect(policy, path).not.toContain("'strict-dynamic'");
  }
});

test("answers forms from other sites with 400, whatever is wrong with them", async ({ page }) => {
  const type = "multipart/form-data; boundary=line";
  const whole = '--line\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--line--\r\n';
  for (const [headers, data] of [
    [{ "content-type": type }, whole],
    [{ "content-type": type, origin: "https://elsewhere.example" }, whole],
    [{ "content-type": type, "sec-fetch-site": "cross-site" }, whole],
    [{ "content-type": type }, "broken off"],
    [{ "content-type": "multipart/form-data" }, "without a boundary"],
  ] as const) {
    for (const path of ["/sign-in", "/new", "/"]) {
      const response = await page.request.post(path, { headers, data: Buffer.from(data) });
      expect(response.status(), `${path} ${JSON.stringify(headers)}`).toBe(400);
    }
  }
});
