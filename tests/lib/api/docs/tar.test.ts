import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packTar } from "@/lib/api/docs/tar";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tar-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("packTar", () => {
  const content = (text: string) => new TextEncoder().encode(text);

  it("creates the same bytes for the same files and time", () => {
    const files = [{ path: "a.txt", content: content("hello") }];
    const at = new Date("2026-01-01T00:00:00.000Z");
    expect(packTar(files, at).equals(packTar(files, at))).toBe(true);
  });

  it("stores files of any length around a block boundary", () => {
    const at = new Date("2026-01-01T00:00:00.000Z");
    const files = [0, 1, 511, 512, 513].map((length) => ({
      path: `f-${length}`,
      content: content("x".repeat(length)),
    }));
    writeFileSync(join(folder, "blocks.tar"), packTar(files, at));
    execFileSync("tar", ["-xf", "blocks.tar"], { cwd: folder });
    for (const file of files) expect(readFileSync(join(folder, file.path))).toEqual(Buffer.from(file.content));
  });

  it("refuses a name that is too long instead of cutting it", () => {
    expect(() => packTar([{ path: "x".repeat(101), content: content("") }], new Date(0))).toThrow(RangeError);
  });
});
