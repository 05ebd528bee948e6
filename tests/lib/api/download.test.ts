import { expect, it } from "vitest";
import { answerDownload } from "@/lib/api/download";
import { NotFound } from "@/lib/platform/errors";

const file = (fileName: string) => async () => ({ bytes: Buffer.from("<svg/>"), mime: "image/svg+xml", fileName });

it("sends a file as a download, never to be shown in the hub's origin", async () => {
  const response = await answerDownload(file("alder-symbol.svg"));
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("<svg/>");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/svg+xml",
    "content-length": "6",
    "content-disposition": `attachment; filename="alder-symbol.svg"; filename*=UTF-8''alder-symbol.svg`,
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  });
});

it.each([
  ["grüße-日本.svg", `attachment; filename="gr__e-__.svg"; filename*=UTF-8''gr%C3%BC%C3%9Fe-%E6%97%A5%E6%9C%AC.svg`],
  [`a"b\\c\r\nx: y'.svg`, `attachment; filename="a_b_c__x: y'.svg"; filename*=UTF-8''a%22b%5Cc%0D%0Ax%3A%20y%27.svg`],
])("encodes the file name %j without breaking the header", async (fileName, expected) => {
  const response = await answerDownload(file(fileName));
  expect(response.headers.get("content-disposition")).toBe(expected);
});

it("answers a missing file with the envelope", async () => {
  const response = await answerDownload(async () => {
    throw new NotFound("This logo doesn’t exist or is no longer public.");
  });
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    error: { code: "not_found", message: "This logo doesn’t exist or is no longer public." },
  });
});
