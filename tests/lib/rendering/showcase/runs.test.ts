import { readFileSync } from "node:fs";
import { create } from "fontkit";
import { describe, expect, it } from "vitest";
import { outlineOf, outlineOfRuns, runsOf } from "@/lib/rendering/showcase/type/runs";
import { settable } from "@/lib/rendering/showcase/type/typesetter";

const fontsource = (name: string) => create(readFileSync(`node_modules/@fontsource/${name}-400-normal.woff`));
const geist = create(readFileSync("node_modules/geist/dist/fonts/geist-sans/Geist-Regular.ttf"));
const arabic = fontsource("ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic");
const hebrew = fontsource("noto-sans-hebrew/files/noto-sans-hebrew-hebrew");
const japanese = fontsource("biz-udpgothic/files/biz-udpgothic-japanese");
const symbols = fontsource("noto-sans-symbols-2/files/noto-sans-symbols-2-symbols");
const fonts = [geist, arabic, hebrew, japanese, symbols];
const NAMES = new Map([
  [geist, "Geist"],
  [arabic, "Arabic"],
  [hebrew, "Hebrew"],
  [japanese, "Japanese"],
  [symbols, "Symbols"],
]);

describe("settable", () => {
  it.each([
    ["keeps characters that the fonts have", "Žižka ★ 珈琲", "Žižka ★ 珈琲", []],
    [
      "drops characters that no font has, and keeps the rest",
      "Cut 𓀀 by hand 🪿𓀀, 1890 𓀀.",
      "Cut by hand, 1890.",
      ["𓀀", "🪿"],
    ],
    ["is empty if no character is left", "부두 ★ 커피.", "", ["부", "두", "커", "피"]],
    ["keeps a single symbol", "★", "★", []],
    ["keeps the fonts' hyphens, quotation marks and spaces", "a\u2011b\u202fo\u02bbu", "a-b o‘u", []],
    ["uses Unicode's compatible characters", "20 ℃, ㎡, ﬁn", "20 °C, m2, ﬁn", []],
    ["keeps a letter without a mark that no font has", "m\u033cn", "mn", ["m\u033c"]],
    ["drops variation selectors", "☎\ufe0f 1\ufe0f\u20e3", "☎ 1", []],
    ["drops control characters", "a\u0000\ud800b\n", "a  b", []],
  ])("%s", (_, given, text, missing) => {
    expect(settable(fonts, given)).toEqual({ text, missing });
  });
});

describe("runs of a text", () => {
  it.each([
    ["in the first font if it has all of it", "Harbour", [["Geist", "Harbour", 0]]],
    ["in one font if that has the digits too", "2024年", [["Japanese", "2024年", 0]]],
    [
      "with each script in its own font, even if one font has both",
      "Kopf – 頭にのせる",
      [
        ["Geist", "Kopf – ", 0],
        ["Japanese", "頭にのせる", 0],
      ],
    ],
    [
      "with digits after a symbol in the letters' font",
      "頭 ★ 1",
      [
        ["Japanese", "頭 ", 0],
        ["Symbols", "★", 0],
        ["Japanese", " 1", 0],
      ],
    ],
    ["with marks in one font from the first character", "(頭) 1", [["Japanese", "(頭) 1", 0]]],
    [
      "in the next font if the first lacks some letters",
      "Žižka 珈琲",
      [
        ["Geist", "Žižka ", 0],
        ["Japanese", "珈琲", 0],
      ],
    ],
    [
      "in the other direction within a line",
      "Ö קפה",
      [
        ["Geist", "Ö ", 0],
        ["Hebrew", "קפה", 1],
      ],
    ],
  ])("are set %s", (_, text, runs) => {
    expect(runsOf(fonts, text, "ltr")?.map(({ font, text: part, level }) => [NAMES.get(font), part, level])).toEqual(
      runs,
    );
  });

  it("are null if a letter has no glyph", () => {
    expect(runsOf(fonts, "Kaffee 한", "ltr")).toBeNull();
  });

  it("are as wide as their sum, with the same letter spacing", () => {
    const runs = runsOf(fonts, "Žižka 珈琲", "ltr") ?? [];
    const [first, second] = runs.map(({ font, text }) => outlineOf(font, text, 100, { tracking: 0.1 }));
    const both = outlineOfRuns(runs, 100, 0.1);
    expect(both.width).toBeCloseTo((first?.width ?? 0) + (second?.width ?? 0) + 10, 5);
    expect(both.d.startsWith(first?.d ?? "-")).toBe(true);
  });

  /** The position of each run, from left to right. */
  const placed = (text: string, direction: "ltr" | "rtl") => {
    const runs = runsOf(fonts, text, direction) ?? [];
    const whole = outlineOfRuns(runs, 1000).d;
    let left = 0;
    const order: string[] = [];
    const rest = [...runs];
    while (rest.length > 0) {
      const next = rest.findIndex(({ font, text: part, level }) => {
        const { d } = outlineOf(font, part, 1000, { left, direction: level % 2 === 1 ? "rtl" : "ltr" });
        return d === "" || whole.includes(d);
      });
      const [run] = rest.splice(next, 1);
      if (!run) throw new Error("a run stands nowhere");
      left += outlineOf(run.font, run.text, 1000).width;
      if (run.text.trim()) order.push(run.text.trim());
    }
    return order;
  };

  it.each([
    ["a name in a right-to-left line", "قهوة Alder قهوة", "rtl", ["قهوة", "Alder", "قهوة"]],
    ["the first word on the right", "قهوة Alder", "rtl", ["Alder", "قهوة"]],
    ["the first word on the left", "Alder قهوة", "ltr", ["Alder", "قهوة"]],
    ["digits from left to right", "קפה 24", "rtl", ["24", "קפה"]],
  ] as const)("keep %s", (_, text, direction, order) => {
    expect(placed(text, direction)).toEqual(order);
  });

  it("mirror brackets in right-to-left text", () => {
    const turned = runsOf([geist], "(", "rtl") ?? [];
    expect(outlineOfRuns(turned, 100).d).toBe(outlineOf(geist, ")", 100).d);
  });
});
