import { afterEach, expect, it, vi } from "vitest";
import { POST } from "@/app/(hub)/new/brands/route";

vi.mock("@/lib/auth/route-context", () => ({ routeContext: async () => ({}) }));

const HEADERS = { "content-type": "multipart/form-data; boundary=x" };
const send = (body: string) =>
  POST(new Request("http://hub.test/new/brands", { method: "POST", headers: HEADERS, body }));
const brand = (json: string) => `--x\r\nContent-Disposition: form-data; name="brand"\r\n\r\n${json}\r\n--x--\r\n`;

afterEach(() => vi.restoreAllMocks());

it("refuses a new-brand form with too many parts before it builds any", async () => {
  const parse = vi.spyOn(Response.prototype, "formData");
  const empty = "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n";
  expect((await send(`${empty.repeat(57_614)}--x--\r\n`)).status).toBe(400);
  expect(parse).not.toHaveBeenCalled();
});

it.each([
  [400, "[".repeat(1_000_000)],
  [400, `[${"0,".repeat(200_000)}0]`],
  [400, `{"${"k".repeat(17_000)}":1}`],
  [413, " ".repeat(1_100_000)],
])("refuses a new-brand form with deep or large JSON before it parses it", async (status, json) => {
  const parse = vi.spyOn(JSON, "parse");
  expect((await send(brand(json))).status).toBe(status);
  expect(parse).not.toHaveBeenCalled();
});

it("is read where it is small, and judged by what it says", async () => {
  const parse = vi.spyOn(JSON, "parse");
  expect((await send(brand('{"name":"Acme"}'))).status).toBe(400);
  expect(parse).toHaveBeenCalledWith('{"name":"Acme"}');
});
