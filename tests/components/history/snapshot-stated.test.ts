import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { SnapshotStated } from "@/components/history/snapshot-stated";

describe("a version's texts", () => {
  it("appear part by part, in each text's language, and name empty parts", () => {
    const parts = [
      { title: "Trademarks", lines: ["A line"], entries: [] },
      { title: "Boilerplate", lines: [], entries: [{ name: "German", text: "Wir bauen", lang: "de" }] },
      {
        title: "Photos",
        lines: [],
        entries: [
          { name: "Do", text: "ضوء طبيعي" },
          { name: "Do", text: "ضوء طبيعي" },
        ],
      },
      { title: "Typefaces", lines: [], entries: [] },
    ];
    const html = renderToStaticMarkup(createElement(SnapshotStated, { parts, empty: "Nothing", namedBy: "hub" }));
    expect(html).toContain("A line");
    expect(html).toMatch(/<span dir="auto" lang="de"[^>]*>Wir bauen</);
    expect(html.match(/<dt[^>]*>Do<\/dt><dd[^>]*><span dir="auto"[^>]*>ضوء طبيعي</g)).toHaveLength(2);
    expect(html).not.toContain("Typefaces");
    const none = createElement(SnapshotStated, { parts: parts.slice(3), empty: "Nothing", namedBy: "hub" });
    expect(renderToStaticMarkup(none)).toContain("Nothing");
  });
});
