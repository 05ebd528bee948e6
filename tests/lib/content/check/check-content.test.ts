import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { differenceCiede2000 } from "culori";
import { describe, expect, it } from "vitest";
import { colorsOf, contrastOf, nearestColor } from "@/lib/content/check/check-colors";
import { type CheckInput, checkContent } from "@/lib/content/check/check-content";

const FOLDER = "tests/fixtures/check";
const version = JSON.parse(readFileSync(`${FOLDER}/version.json`, "utf8"));

const check = (mediaType: CheckInput["mediaType"], content: string, locale = "en") =>
  checkContent(version, { content, mediaType, locale });
/** `rule "quote" → fix` of each finding. */
const found = (...input: Parameters<typeof check>) =>
  check(...input).findings.map(({ rule, quote, fix }) => `${rule} “${quote}”${fix === undefined ? "" : ` → ${fix}`}`);

const corpus = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".jsonl"))
  .flatMap((name) => readFileSync(`${FOLDER}/${name}`, "utf8").trim().split("\n"))
  .map((line): { media_type: CheckInput["mediaType"]; content: string } => JSON.parse(line));

/** Text where everything can be fixed, in all kinds of markup. */
const FIXABLE: [CheckInput["mediaType"], string][] = [
  [
    "text/plain",
    "A JOURNEY for every user: an audible warning device at the service centre. FernVale, Fern Vale Cycles.",
  ],
  [
    "text/markdown",
    "## A *journey*\n\n- users\n- the **service centre**, [a service centre](https://user.example)\n> Fern-Vale",
  ],
  [
    "text/html",
    '<p style="font: 15px/1.4 Arial; color: #24493b">A user&#39;s journey &amp; an overhaul<img alt="A user" src="x">',
  ],
  ["text/css", 'a{color:#24493b;background:rgb(250 247 241 / 50%);font-family:"Comic Sans MS",Arial;font-size:1.1rem}'],
  [
    "image/svg+xml",
    '<svg xmlns="http://www.w3.org/2000/svg"><text fill="#24493b" font-family="Arial">user &lt;journey&gt;</text></svg>',
  ],
];

const withFixes = (content: string, { findings }: ReturnType<typeof check>) =>
  findings
    .toReversed()
    .reduce(
      (text, { start, end, fix }) => (fix === undefined ? text : text.slice(0, start) + fix + text.slice(end)),
      content,
    );

describe("findings", () => {
  it("quote the content at their UTF-16 offsets and point into the version", () => {
    const inputs = [...corpus.map(({ media_type, content }) => [media_type, `😀 ${content}`] as const), ...FIXABLE];
    for (const [mediaType, content] of inputs)
      for (const { start, end, quote, path } of check(mediaType, content).findings) {
        expect(content.slice(start, end)).toBe(quote);
        const target = path
          .split("/")
          .slice(1)
          .reduce((value, key) => value?.[key], version);
        expect(target, path).toBeDefined();
      }
  });

  it.each(FIXABLE)("are gone from %s after applying all fixes", (mediaType, content) => {
    const before = check(mediaType, content);
    const fixed = before.findings.filter(({ fix }) => fix !== undefined);
    expect(fixed.length).toBeGreaterThan(1);
    const after = check(mediaType, withFixes(content, before));
    expect(after.findings.filter(({ rule }) => fixed.some((one) => one.rule === rule))).toEqual([]);
  });

  it("are gone from the corpus after applying all fixes", () => {
    for (const { media_type: mediaType, content } of corpus) {
      const before = check(mediaType, content);
      const after = check(mediaType, withFixes(content, before)).findings.map(({ rule, path }) => `${rule} ${path}`);
      for (const { rule, path, fix } of before.findings)
        if (
          fix !== undefined &&
          !before.findings.some((one) => one.rule === rule && one.path === path && one.fix === undefined)
        )
          expect(after, content).not.toContain(`${rule} ${path}`);
    }
  });

  it("are the same for the same input, and at most 1,000", () => {
    const content = "A cheap user. ".repeat(800);
    const [first, second] = [check("text/plain", content), check("text/plain", content)];
    expect(JSON.stringify(first)).toBe(JSON.stringify(second));
    expect([first.findings.length, first.omitted]).toEqual([1000, 600]);
  });

  it("keep case, number and article in their fixes", () => {
    expect(found("text/plain", "A user. Users! AN OVERHAUL; an audible warning device; user-friendly")).toEqual([
      "replaced-word “user” → rider",
      "replaced-word “Users” → Riders",
      "replaced-word “AN OVERHAUL” → A REPAIR",
      "replaced-word “an audible warning device” → a bell",
    ]);
  });

  it("know a short name only where it stands alone", () => {
    const brand = { ...version.brand, name: "Slow Ferry Coffee", slug: "slow-ferry" };
    const identity = { ...version.identity, brand: { description: "Slow Ferry roasts. Slow Ferry ships." } };
    const spelled = (content: string) =>
      checkContent(
        { ...version, brand, identity, legal: undefined },
        { content, mediaType: "text/plain" },
      ).findings.map(({ quote, severity }) => `${severity} ${quote}`);
    expect(spelled("Today Slow ferry coffee roasts, Slow Ferry coffee is here.")).toEqual(["must Slow ferry coffee"]);
  });

  it("leave out words in a language that has no vocabulary, and say so", () => {
    expect(check("text/plain", "Passionné et cheap", "it")).toMatchObject({
      findings: [],
      not_checked: [{ path: "/identity/persona" }, { reason: "The brand has no vocabulary in “it”." }],
    });
    expect(found("text/plain", "Billige Reifen", "de-AT")).toEqual(["forbidden-word “Billige”"]);
  });

  it("tell a changed or missing legal text from the brand's own", () => {
    const line = "Fernvale and the fern wheel are registered trade marks of Fernvale Cycles Ltd.";
    const page = (text: string) => `<body><h1>Fernvale 24</h1><footer>${text}</footer></body>`;
    expect(found("text/html", page(line))).toEqual([]);
    expect(found("text/html", page("© 2026"))).toEqual(["trademark-line “Fernvale”"]);
    expect(found("text/html", page(line.replace("registered ", "")))).toEqual([
      `trademark-line “${line.replace("registered ", "")}” → ${line}`,
    ]);
    expect(found("text/plain", "About Fernvale\n\nWe like bikes.")).toEqual(["boilerplate “About Fernvale”"]);
    expect(found("text/plain", `About Fernvale\n\n${version.legal.boilerplate.en}`)).toEqual([]);
  });

  it("name the nearest colour, typeface and size", () => {
    expect(
      found("text/css", "p{color:#25493a;font:500 17px/1.5 Inter,sans-serif;box-shadow:0 1px 2px rgba(0,0,0,.2)}"),
    ).toEqual(["off-palette-color “#25493a” → #24493a", "text-size “17px” → 16px", "typeface “Inter” → Literata"]);
    expect(found("text/css", "code{font-family:Menlo,monospace}i{color:oklch(37.2% .055 165)}")).toEqual([
      "typeface “Menlo” → IBM Plex Mono",
    ]);
  });
});

describe("colours", () => {
  const random = (seed: number) => Math.abs(Math.sin(seed * 12.9898) * 43758.5453) % 1;
  const channel = (seed: number) => Math.floor(random(seed) * 256);
  const rgba = (seed: number, alpha: number) =>
    `rgba(${channel(seed)}, ${channel(seed + 1)}, ${channel(seed + 2)}, ${alpha})`;

  it("are known through custom properties", () => {
    const css = ":root{--paper:#faf7f1;--Ink:#d8cfc0}p{color:var(--Ink,green);background:var(--paper)}";
    const contrasts = (mediaType: CheckInput["mediaType"], content: string) =>
      check(mediaType, content)
        .findings.filter(({ rule }) => rule === "contrast")
        .map(({ quote }) => quote);
    const page = (style: string, body: string) => contrasts("text/html", `<style>${style}</style>${body}`);
    expect(contrasts("text/css", css)).toEqual(["--paper"]);
    expect(
      page(":root{--ink:#d8cfc0}", '<p style="color: var(--ink); background: var(--none, #faf7f1)">x</p>'),
    ).toEqual(["#faf7f1"]);
    const themed = ":root{--ink:#24493b}p{color:var(--ink);background:#faf7f1}";
    expect(page(`${themed}@media (prefers-color-scheme:dark){:root{--ink:#f0ebe0}}`, "<p>x</p>")).toEqual([]);
    expect(page(`${themed.replace("var(--ink)", "color-mix(in srgb, var(--ink) 10%, white)")}`, "<p>x</p>")).toEqual(
      [],
    );
    expect(page(":root{--ink:#f0ebe0}p{color:var(--ink);background:#faf7f1}", "<p>x</p>")).toEqual(["#faf7f1"]);
  });

  it("leave to a browser what several rules state together", () => {
    const isLeft = (content: string) =>
      check("text/html", content).not_checked.some(({ path }) => path === "/colors/palette");
    expect([isLeft("<style>a:hover{color:red}</style><p>x"), isLeft('<p style="color: #24493b">x')]).toEqual([
      true,
      false,
    ]);
  });

  it("have axe's contrast for 200 pairs, translucent ones too", () => {
    const { Color, getContrast, flattenColors } = createRequire(import.meta.url)("axe-core").commons.color;
    const parsed = (css: string) => {
      const color = new Color();
      color.parseString(css);
      return color;
    };
    for (let pair = 0; pair < 200; pair += 1) {
      const [ink, ground, behind] = [
        rgba(pair, pair % 3 ? 1 : 0.6),
        rgba(pair + 0.3, pair % 2 ? 1 : 0.4),
        rgba(pair + 0.7, 1),
      ];
      const below = flattenColors(parsed(ground), parsed(behind));
      const expected = getContrast(below, parsed(ink));
      const own = {
        ink: { css: ink, start: 0, end: 0 },
        ground: { css: ground, start: 0, end: 0, behind: { css: behind, start: 0, end: 0 } },
      };
      expect(Math.abs((contrastOf(own) ?? 0) - expected), `${ink} on ${ground}`).toBeLessThanOrEqual(0.01);
    }
  });

  it("have the nearest token by ΔE2000", () => {
    const colors = colorsOf(version);
    const difference = differenceCiede2000();
    for (let turn = 0; turn < 200; turn += 1) {
      const hex = `#${[0, 1, 2]
        .map((at) =>
          channel(turn + at / 7)
            .toString(16)
            .padStart(2, "0"),
        )
        .join("")}`;
      const least = Math.min(...[...colors.keys()].map((one) => difference(one, hex)));
      expect(nearestColor(hex, colors)?.delta).toBeCloseTo(least, 5);
    }
  });
});
