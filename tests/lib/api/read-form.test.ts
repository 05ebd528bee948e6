import { describe, expect, it, vi } from "vitest";
import { readForm } from "@/lib/api/read-body";

const RULES = { limitBytes: 6_000_000, maxParts: 4 };
const read = (body: string | FormData, type?: string) =>
  readForm(
    new Request("http://hub.test/", { method: "POST", body, headers: type ? { "content-type": type } : {} }),
    RULES,
  );
const TYPE = "multipart/form-data; boundary=x";
const part = (name: string, more = "") => `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n\r\n`;

describe("a form with files", () => {
  it("returns texts and files as sent", async () => {
    const sent = new FormData();
    sent.set("brand", "{}");
    sent.set("logo", new File(["\r\n--not-the-boundary\r\n"], "logo.svg", { type: "image/svg+xml" }));
    const form = await read(sent);
    expect(form.get("brand")).toBe("{}");
    expect(await (form.get("logo") as File).text()).toBe("\r\n--not-the-boundary\r\n");
  });

  it("is parsed up to the limit of parts, and not at all beyond", async () => {
    const parse = vi.spyOn(Response.prototype, "formData");
    expect([...(await read(`${part("a").repeat(4)}--x--\r\n`, TYPE)).keys()].length).toBe(4);
    parse.mockClear();
    await expect(read(`${part("a").repeat(5)}--x--\r\n`, TYPE)).rejects.toThrow("The form has over 4 parts.");
    await expect(read("--x\r\n\r\n\r\n".repeat(57_614), TYPE)).rejects.toThrow("The form has over 4 parts.");
    await expect(read(`--x\r\n${"a: b\r\n".repeat(50_000)}\r\n--x--\r\n`, TYPE)).rejects.toThrow("could not be read");
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it.each([
    "",
    "application/json",
    "multipart/form-data",
    'multipart/form-data; boundary="x"',
    "multipart/form-data; boundary=x; boundary=y",
    "multipart/form-data; a=b; boundary=x",
  ])("is not recognised with the type %j", async (type) => {
    await expect(read(`${part("a")}--x--\r\n`, type || "text/plain")).rejects.toThrow("could not be read");
  });

  it.each(["", "x", "--x", "--x\r\nContent-Dis", part("a")])("is refused if it is %j", async (body) => {
    await expect(read(body, TYPE)).rejects.toThrow("could not be read");
  });
});
