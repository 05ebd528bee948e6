import { expect, it } from "vitest";
import { defaultKindFor } from "@/lib/content";
import { STORABLE_TYPES } from "@/lib/content/server";

it.each([
  ["image/png", "image"],
  ["image/svg+xml", "image"],
  ["font/woff2", "font"],
  ["application/pdf", "document"],
  ["Application/PDF; version=1.7", "document"],
  ["video/mp4", "video"],
  ["audio/ogg", "audio"],
  ["application/zip", "other"],
  ["", "other"],
])("assigns %s the kind %s", (mime, kind) => {
  expect(defaultKindFor(mime)).toBe(kind);
});

it("assigns a kind to every storable type", () => {
  for (const mime of STORABLE_TYPES) expect(defaultKindFor(mime)).not.toBe("other");
});
