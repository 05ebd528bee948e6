import { NextRequest } from "next/server";
import { describe, expect, it } from "vitest";
import { proxy } from "@/proxy";

const TYPE = "multipart/form-data; boundary=x";
const SAME_ORIGIN: Record<string, string> = { "sec-fetch-site": "same-origin", origin: "http://hub.test" };
const post = (path: string, headers: Record<string, string>) =>
  proxy(new NextRequest(`http://hub.test${path}`, { method: "POST", headers, body: "--x--" }));
const isPassedOn = (response: Response) => response.headers.get("x-middleware-next") === "1";

describe("a form without an action", () => {
  it.each(["/", "/sign-in", "/new", "/b/acme/uploads", "/new/brands/x", "/nothing"])(
    "gets 400 at %s, whatever Origin it sends",
    async (path) => {
      for (const claims of [{}, SAME_ORIGIN, { "sec-fetch-site": "cross-site" }])
        for (const type of [TYPE, TYPE.toUpperCase(), "multipart/form-data"])
          expect((await post(path, { "content-type": type, ...claims })).status).toBe(400);
    },
  );

  it("reaches the one route that accepts it, from the hub's pages only", async () => {
    expect(isPassedOn(await post("/new/brands", { "content-type": TYPE, ...SAME_ORIGIN }))).toBe(true);
    expect((await post("/new/brands", { "content-type": TYPE })).status).toBe(400);
  });
});

it("refuses an action that a page of another host sends", async () => {
  const action = { "next-action": "x", host: "hub.test" };
  for (const origin of ["https://evil.test", "http://hub.test:81", "null", "no origin"])
    expect((await post("/sign-in", { ...action, origin })).status).toBe(400);
  expect(isPassedOn(await post("/sign-in", { ...action, origin: "https://hub.test" }))).toBe(true);
  const proxied = { ...action, host: "10.0.0.7", "x-forwarded-host": "hub.test", origin: "https://hub.test" };
  expect(isPassedOn(await post("/sign-in", proxied))).toBe(true);
});

it("lets forms with an action and other bodies through", async () => {
  expect(isPassedOn(await post("/sign-in", { "content-type": TYPE, "next-action": "x" }))).toBe(true);
  expect(isPassedOn(await post("/b/acme/uploads", { "content-type": "image/png" }))).toBe(true);
});
