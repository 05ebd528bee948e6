import { expect, it, vi } from "vitest";

vi.mock("sharp", () => {
  throw new Error("sharp was loaded");
});

it("opens the palette to browsers without loading sharp, which only the server's door does", async () => {
  await expect(import("@/lib/palette")).resolves.toHaveProperty("regeneratePalette");
  await expect(import("@/lib/palette/server")).rejects.toThrow();
});
