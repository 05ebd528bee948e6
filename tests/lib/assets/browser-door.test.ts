import { expect, it, vi } from "vitest";

vi.mock("sharp", () => {
  throw new Error("sharp was loaded");
});
vi.mock("drizzle-orm", () => {
  throw new Error("drizzle was loaded");
});

it("opens to browsers without loading the database or the picture library, which only the server's door does", async () => {
  await expect(import("@/lib/assets/browser")).resolves.toHaveProperty("nameFromFile");
  await expect(import("@/lib/logos")).resolves.toHaveProperty("measureClearSpace");
  await expect(import("@/lib/bundles/assemble-bundle")).resolves.toHaveProperty("assembleBundle");
  await expect(import("@/lib/assets")).rejects.toThrow();
});
