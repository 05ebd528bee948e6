import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { UploadResults } from "@/components/files/upload-results";
import type { UploadJob } from "@/components/files/use-uploads";
import { ToastProvider } from "@/components/ui/toast";

const UNCHANGED = "No changes were needed";
const WARNING = "Its letters are text.";

function shown(values: Partial<UploadJob<null>>): string {
  const file = new File([], "mark.svg");
  const job = { id: "1", name: file.name, state: "done", file, purpose: null, sha256: null } as const;
  const jobs = [{ ...job, message: "added to your draft.", report: [], warnings: [], ...values }];
  const results = createElement(UploadResults, { jobs, onRetry: () => {}, onDismiss: () => {} });
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
});
