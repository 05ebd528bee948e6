import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { UploadResults } from "@/components/files/upload-results";
import type { UploadJob } from "@/components/files/use-uploads";
import { ToastProvider } from "@/components/ui/toast";

const UNCHANGED = "No changes were needed";
const WARNING = "Its letters are text.";

const file = new File([], "mark.svg");
const DONE: UploadJob<null> = {
  id: "1",
  name: file.name,
  state: "done",
  file,
  purpose: null,
  sha256: null,
  message: "added to your draft.",
  report: [],
  warnings: [],
};

function shown(...changes: Partial<UploadJob<null>>[]): string {
  const jobs = changes.map((values) => ({ ...DONE, ...values }));
  const results = createElement(UploadResults, { jobs, retry: () => {}, dismiss: () => {} });
  return renderToStaticMarkup(createElement(ToastProvider, null, results));
}

describe("the result of an upload", () => {
  it("is a success when nothing was changed and nothing needs checking", () => {
    expect(shown({})).toContain(UNCHANGED);
    expect(shown({})).toContain("bg-success-soft");
  });

  it("is a visible and announced warning", () => {
    const warned = shown({ warnings: [WARNING] });
    expect(warned).toContain("bg-warning-soft");
    expect(warned.split(WARNING)).toHaveLength(3);
    expect(warned).not.toContain(UNCHANGED);
    expect(warned).not.toContain("The hub changed this");
  });

  it("lists the changes with a warning", () => {
    const both = shown({ warnings: [WARNING], report: ["Removed scripts (script)."] });
    expect(both).toContain("bg-warning-soft");
    expect(both).toContain("The hub changed this in the file:");
    expect(both).toContain("<li>Removed scripts (script).</li>");
    expect(shown({ report: ["Removed scripts (script)."] })).toContain("bg-sunken");
  });

  it("is one summary for many files, with the refused open and the changed folded", () => {
    const many = Array.from({ length: 57 }, (_, index) => ({ id: String(index), name: `clean-${index}.svg` }));
    const refused = { id: "58", name: "broken.svg", state: "failed", message: "It is no SVG.", final: true } as const;
    const changed = { id: "59", report: ["Removed scripts (script)."] };
    const ended = shown(...many, refused, changed);
    expect(ended).toContain(">58 uploaded, 1 refused</p>");
    expect(ended).not.toContain("clean-7.svg");
    expect(ended).toMatch(/<details open=""><summary[^>]*>Refused \(1\).*It is no SVG\./);
    expect(ended).toMatch(/<details><summary[^>]*>Changed or to check \(1\).*Removed scripts/);
    const running = shown(...many, { id: "58", state: "uploading", message: undefined });
    expect(running).toContain(">Uploading 58 files: 57 uploaded</p>");
    expect(running).toContain('aria-valuenow="98"');
  });

  it("cuts a long file name in the middle", () => {
    const name = "2026-11-27 ferry terminal at dawn, second take.jpeg";
    expect(shown({ name, state: "uploading" })).toContain(">2026-11-27 ferry terminal at dawn, second</span>");
    expect(shown({ name, state: "uploading" })).toContain("> take.jpeg</span>");
  });
});
