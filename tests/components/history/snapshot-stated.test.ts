import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { logoRulesInWords, SnapshotStated } from "@/components/history/snapshot-stated";
import { newLogo } from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { fileRef, paletteEntry, sampleDocument } from "../../support/documents";

const { colors } = sampleDocument();

describe("a version's rules for logos", () => {
  const plain = newLogo({ id: newId(), variant: "symbol", file: fileRef() });

  it("are those for all logos and for single ones, with colours by name", () => {
    const chalk = paletteEntry({ name: "Chalk" });
    const ruled = { ...plain, label: "Mark", rule: { allowed_backgrounds: { colors: [chalk.id] } } };
    const logos = { rules: ["Leave it alone"], items: [plain, ruled] };
    const said = logoRulesInWords({ logos, colors: { ...colors, palette: [chalk] } });
    expect(said.map(({ title }) => title)).toEqual(["Rules for all logos", "Rules for one logo"]);
    expect(said[0]?.lines).toEqual(["Leave it alone"]);
    expect(said[1]?.entries).toEqual([{ name: "Mark", text: expect.stringMatching(/^only on .?Chalk.?$/) }]);
  });

  it("are none where the version states none", () => {
    expect(logoRulesInWords({ logos: { rules: [], items: [plain] }, colors })).toEqual([]);
  });
});

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
