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
])("files %s under %s", (mime, kind) => {
  expect(defaultKindFor(mime)).toBe(kind);
});

it("has a kind for every type that can be stored", () => {
  for (const mime of STORABLE_TYPES) expect(defaultKindFor(mime)).not.toBe("other");
});
