import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const API_PDF_PATH = "lib/api/docs/generated/api.pdf";
const NOW = new Date("2026-03-14T09:26:53.589Z");
let root: string;

/** Fake output. Rendering the real document takes seconds and has its own tests. */
const RENDERED = new TextEncoder().encode("%PDF-1.7 rendered");

/** A fresh copy of the module that has read nothing. */
async function freshApiPdf() {
  vi.resetModules();
  return (await import("@/lib/api/docs/server")).apiPdf;
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "api-pdf-"));
  vi.spyOn(process, "cwd").mockReturnValue(root);
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.doUnmock("@react-pdf/renderer");
  vi.doUnmock("@/lib/api/docs/api-document/render-api-document");
  vi.doUnmock("@/lib/api/docs/kit/make-kit");
  await rm(root, { recursive: true });
});

it("explains how to build the PDF if it is missing, and reads it once built", async () => {
  const apiPdf = await freshApiPdf();
  await expect(apiPdf()).rejects.toThrow("npm run build");

  vi.doMock("@/lib/api/docs/api-document/render-api-document", () => ({ renderApiDocument: async () => RENDERED }));
  // Built from the repository and tested separately.
  vi.doMock("@/lib/api/docs/kit/make-kit", () => ({ makeKit: async () => ({}) }));
  const { buildDocs } = await import("@/lib/api/docs/build-docs");
  const made = await buildDocs(root, NOW);
  expect(made).toContainEqual({ path: API_PDF_PATH, bytes: RENDERED.byteLength });
  expect((await readdir(dirname(join(root, API_PDF_PATH)))).sort()).toEqual(["api.pdf", "guide.json", "kit.json"]);
  expect(await apiPdf()).toEqual(RENDERED);
});

it("reads the file once per process", async () => {
  await mkdir(dirname(join(root, API_PDF_PATH)), { recursive: true });
  await writeFile(join(root, API_PDF_PATH), "%PDF-1.7");
  const apiPdf = await freshApiPdf();
  const first = await apiPdf();
  await rm(join(root, API_PDF_PATH));
  expect(await apiPdf()).toBe(first);
});

it("keeps the renderer out of the API's imports", async () => {
  vi.doMock("@react-pdf/renderer", () => {
    throw new Error("the API loaded the PDF renderer");
  });
  vi.resetModules();
  const docs = await import("@/lib/api/docs/server");
  expect(typeof docs.apiPdf).toBe("function");
});
