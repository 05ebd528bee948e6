import { randomBytes } from "node:crypto";
import { unzipSync } from "fflate";
import { expect, it } from "vitest";
import { zipFiles } from "@/lib/rendering/download-kit/zip-files";
import { NOW } from "../../../support/fixtures";

const ofTwoLetters = (bytes: number) => Buffer.from(randomBytes(bytes).map((byte) => 97 + (byte & 1)));

const FILES = {
  "packed.png": Buffer.alloc(200_000),
  "noise.pdf": randomBytes(200_000),
  "noise-after-text.pdf": Buffer.concat([Buffer.alloc(70_000, "text"), randomBytes(900_000)]),
  "letters.pdf": ofTwoLetters(200_000),
  "empty.txt": Buffer.alloc(0),
};

async function* each(files: Record<string, Buffer>) {
  for (const [path, bytes] of Object.entries(files)) yield { path, bytes };
}

async function zipped(files: Record<string, Buffer>) {
  const parts: Uint8Array[] = [];
  for await (const part of zipFiles(each(files), NOW)) parts.push(part);
  return Buffer.concat(parts);
}

it("compresses what shrinks, stores the rest, and returns the same bytes", async () => {
  const zip = await zipped(FILES);
  const methods: Record<string, number> = {};
  const entries = unzipSync(zip, {
    filter: ({ name, compression }) => {
      methods[name] = compression;
      return true;
    },
  });
  expect(methods).toEqual({
    "packed.png": 0,
    "noise.pdf": 0,
    "noise-after-text.pdf": 0,
    "letters.pdf": 8,
    "empty.txt": 0,
  });
  for (const [path, bytes] of Object.entries(FILES)) expect(bytes.equals(entries[path] ?? Buffer.of(1))).toBe(true);
});

it("doesn't block other work while compressing", async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    turn = setImmediate(count);
  };
  let turn = setImmediate(count);
  await zipped({ "letters.pdf": ofTwoLetters(500_000) });
  clearImmediate(turn);
  expect(turns).toBeGreaterThan(2);
});
