import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/contract-kit.tar.gz/route";
import { contractKit } from "@/lib/docs/contract-kit";
import { packTar } from "@/lib/docs/tar";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "contract-kit-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("the contract kit", () => {
  it("unpacks to the contract's files, byte for byte", async () => {
    const { bytes } = await contractKit();
    writeFileSync(join(folder, "kit.tar.gz"), bytes);
    execFileSync("tar", ["-xzf", "kit.tar.gz"], { cwd: folder });
    const names = readdirSync("lib/contract").filter((name) => name.endsWith(".ts"));
    expect(readdirSync(join(folder, "contract")).sort()).toEqual(names.sort());
    for (const name of names) {
      expect(readFileSync(join(folder, "contract", name)).equals(readFileSync(join("lib/contract", name)))).toBe(true);
    }
  });

  it("is served with the checksum that the page shows", async () => {
    const { sha256 } = await contractKit();
    const response = await GET(new Request("https://hub.example.com/contract-kit.tar.gz"));
    const served = new Uint8Array(await response.arrayBuffer());
    expect(createHash("sha256").update(served).digest("hex")).toBe(sha256);
    expect(response.headers.get("repr-digest")).toBe(`sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`);
    expect(response.headers.get("content-type")).toBe("application/gzip");
  });
});

describe("packTar", () => {
  const content = (text: string) => new TextEncoder().encode(text);

  it("gives the same bytes for the same files and time", () => {
    const files = [{ path: "a.txt", content: content("hello") }];
    const at = new Date("2026-01-01T00:00:00.000Z");
    expect(packTar(files, at).equals(packTar(files, at))).toBe(true);
  });

  it("keeps files of every length around a block", () => {
    const at = new Date("2026-01-01T00:00:00.000Z");
    const files = [0, 1, 511, 512, 513].map((length) => ({
      path: `f-${length}`,
      content: content("x".repeat(length)),
    }));
    writeFileSync(join(folder, "blocks.tar"), packTar(files, at));
    execFileSync("tar", ["-xf", "blocks.tar"], { cwd: folder });
    for (const file of files) expect(readFileSync(join(folder, file.path))).toEqual(Buffer.from(file.content));
  });

  it("refuses a name that does not fit, rather than cutting it", () => {
    expect(() => packTar([{ path: "x".repeat(101), content: content("") }], new Date(0))).toThrow(RangeError);
  });
});
