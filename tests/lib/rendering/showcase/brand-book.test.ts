import { readFileSync } from "node:fs";
import type { ReactElement } from "react";
import sharp from "sharp";
import { getDocumentProxy } from "unpdf";
import { describe, expect, it } from "vitest";
import { newLogo } from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { JOB_LIMITS } from "@/lib/platform/jobs/job-pool";
import { drawBrandBook } from "@/lib/rendering/server";
import { makeKit } from "@/lib/rendering/showcase/make-kit";
import type { BookOrder } from "@/lib/rendering/showcase/order";
import { BookWriter } from "@/lib/rendering/showcase/print/book/book-writer";
import type { Scene } from "@/lib/rendering/showcase/scene";
import { fileRef, paletteEntry } from "@/tests/support/documents";
import { inForm } from "@/tests/support/in-form";
import { bookOf } from "./books";
import { HARD, orderOf } from "./sitters";

async function read(order: BookOrder) {
  const bytes = Buffer.from(await drawBrandBook(order));
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const { items } = await (await pdf.getPage(index + 1)).getTextContent();
      return items.map((item) => ("str" in item ? item.str : "")).join(" ");
    }),
  );
  const { info } = await pdf.getMetadata();
  const { Title: title, Language: language } = info as { Title?: string; Language?: string };
  return { bytes: bytes.toString("latin1"), pages, text: pages.join("\n").replace(/\s+/g, " "), title, language };
}

/** Without spaces, because PDF readers insert some at font changes. */
const tight = (text: string) => text.replaceAll(" ", "");

describe("a brand book", () => {
  it("declares the brand's language, or the hub's if none is stated", async () => {
    const languageOf = async (languages?: string[]) =>
      (await read(bookOf({ order: orderOf({ name: "ميناء", brand: { languages } }) }))).language;
    expect(await languageOf(["ar", "en"])).toBe("ar");
    expect(await languageOf()).toBe("en-GB");
  });

  it("has version, date and all texts, searchable", async () => {
    const order = orderOf({
      name: "Alder & Ash",
      brand: { mission: "Mend first.", values: [{ name: "Repair", description: "Before you sell." }] },
      palette: HARD.yellow?.colors.palette,
    });
    const contrast = [{ foreground: "Ink", background: "Paper", ratio: 4.499, required: 4.5 }];
    const { text, title } = await read(bookOf({ order, rules: ["Leave it alone"], contrast }));
    expect(title).toBe("Alder & Ash: brand book");
    for (const part of [
      "Version 7, 14 March 2026",
      "Mend first.",
      "Repair Before you sell.",
      "#ffe600",
      "Leave it alone",
    ])
      expect(text).toContain(part);
    // Rounded down: 4.499 must not read as 4.5.
    expect(text).toContain("Ink on Paper 4.4:1 Misses 4.5:1");
  });

  it("puts list markers at the start of the line, on the right in Hebrew", async () => {
    const legal = { trademark_lines: ["Leave it alone", "אל תשנו דבר"] };
    const pdf = await getDocumentProxy(new Uint8Array(await drawBrandBook(bookOf({ legal }))));
    const placed: { text: string; from: number; to: number }[] = [];
    for (let page = 1; page <= pdf.numPages; page++)
      for (const item of (await (await pdf.getPage(page)).getTextContent()).items)
        if ("str" in item && item.str.trim())
          placed.push({ text: item.str, from: item.transform[4], to: item.transform[4] + item.width });
    const english = placed.find(({ text }) => text.includes("Leave it alone"));
    const hebrew = placed.filter(({ text }) => /[א-ת]/.test(text));
    const title = placed.find(({ text }) => text === "Trademarks");
    expect(english && title && english.from - title.from).toBeCloseTo(13, 0);
    // The list spans the page, and its marker takes 13 points.
    expect(Math.max(...hebrew.map(({ to }) => to))).toBeCloseTo(841.89 - 52 - 13, 0);
  });

  it("has audiences, offerings and voice by context", async () => {
    const order = orderOf({
      name: "Alder & Ash",
      brand: {
        industry: "Mending",
        audiences: [{ segment: "Keepers", description: "Who own what lasts." }],
        offerings: [{ name: "Repair", type: "service", description: "While you wait." }],
        differentiators: ["Parts for forty years"],
      },
    });
    const identity = {
      ...order.identity,
      personality: { dimensions: { sincerity: 4 }, traits: [{ name: "Plain", means: "Says it.", not: "curt" }] },
      persona: {
        tone: { formality: -1, humor: 2 },
        vocabulary: { prefer: [{ say: "mend", not: "fix" }], banned: ["solution", "journey"] },
        contexts: [{ channel: "Invoices", shift: "Shorter." }],
      },
    } as const;
    const { text } = await read(bookOf({ order: { ...order, identity: structuredClone(identity) as never } }));
    for (const part of [
      "Mending",
      "Keepers Who own what lasts.",
      "Repair (service) While you wait.",
      "Parts for forty years",
      "Sincerity: 4 of 5",
      "Plain Says it. Not: curt",
      "Rather casual · Very funny",
      "mend not “fix”",
      "solution, journey",
      "Invoices Shorter.",
    ])
      expect(text).toContain(part);
  });

  it("breaks no word, even after ligatures", async () => {
    const promise =
      "If a reading is outside the uncertainty on its first certificate, we recalibrate, report and pay for the return of five instruments, and file the office’s affidavit for free.";
    const { text } = await read(bookOf({ order: orderOf({ name: "Alder & Ash", brand: { promise } }) }));
    expect(text).toContain(promise);
  });

  it("names typefaces without a file", async () => {
    const order = orderOf({ name: "Slow Ferry", brand: { typography: { heading: "Fraunces, semi-bold" } } });
    const { text } = await read(bookOf({ order }));
    expect(text).toContain("Fraunces has no usable font file here, so Geist replaces it.");
    expect(text).toContain("This book is set in Geist");
    expect(text).not.toContain("the brand’s display typeface");
  });

  it("is the same for the same version", async () => {
    const [one, other] = await Promise.all([read(bookOf({})), read(bookOf({}))]);
    expect(one).toEqual(other);
  });

  it("lists characters without a glyph, and prints no boxes", async () => {
    const order = orderOf({
      name: "Wharf",
      brand: { mission: "ᏣᎳᎩ", vision: "ᏙᏱ", promise: "Roasted Ꭳ here Ꮣ." },
    });
    const { text } = await read(bookOf({ order }));
    expect(text.match(/\[A text in letters that no font here has\]/g)).toHaveLength(2);
    expect(text).toContain("Roasted here.");
    expect(text).toContain("leaves out characters");
    expect(text).toContain("U+13A3, U+13D3, U+13E3, U+13B3, U+13A9, U+13D9, U+13F1.");
  });

  it("sets each letter of a text with symbols, emoji and missing characters", async () => {
    const brand = {
      tagline: "Cut by hand ★ since 1890",
      description: "We cut sails to order ☕ on the quay, every seam checked ✓ twice.",
      mission: "Kahve 40 ₺, 20 ℃, non\u2011breaking, Hawai\u02bbi, soft\u00adhyphen, thin\u202fspace.",
      vision: "Say hello 👋 to everybody 👩‍🚀 1\ufe0f\u20e3.",
    };
    const palette = [paletteEntry({ name: "Teal 💚", hex: "#0f766e", usage: "Buttons ✅ and links" })];
    const order = orderOf({ name: "Torvane ☎", brand, palette });
    const { text } = await read(bookOf({ order, rules: ["Never stretch it ❌"] }));
    for (const part of [
      "Torvane ☎ Story",
      brand.description,
      "Kahve 40 ₺, 20 °C, non-breaking, Hawai‘i, softhyphen, thin space.",
      "Say hello 👋 to everybody 👩‍🚀 1.",
      "Teal 💚",
      "Buttons ✅ and links",
      "Never stretch it ❌",
    ])
      expect(tight(text).replace("soft-hyphen", "softhyphen")).toContain(tight(part));
    expect(text).not.toMatch(/no font here has|leaves out/);
  });

  it("breaks no line where two fonts meet in a word", async () => {
    const mission = "Preis1250₺ ".repeat(30).trim();
    const { text } = await read(bookOf({ order: orderOf({ name: "Wharf", brand: { mission } }) }));
    expect(tight(text)).toContain(tight(mission));
  });

  it("sets many scripts as selectable text in the hub's fonts", async () => {
    const searched = [
      "海を渡ってきた珈琲。",
      "바다를 건너온 커피",
      "湖边的咖啡馆",
      "กาแฟที่ข้ามทะเลมา",
      "Cà phê vượt biển",
      "Кава через море",
    ];
    const drawn = ["قهوة تستحق الرحلة", "קפה ששווה את הדרך", "समुद्र पार से आई कॉफ़ी"];
    const values = [...searched, ...drawn].map((name) => ({ name, description: "" }));
    const { text } = await read(bookOf({ order: orderOf({ name: "Wharf", brand: { values } }) }));
    for (const part of searched) expect(tight(text)).toContain(tight(part));
    expect(text).not.toMatch(/no font here has|leaves out/);
  });

  it("draws each letter of Hindi text", async () => {
    const words = "हर पाल हाथ से काटा गया और हर सिलाई की दो बार जाँच करने वाले लोग प्रतीक्षा";
    const mission = `${words} `.repeat(4).trim();
    const { kit, fonts } = await makeKit(orderOf({ name: "Wharf", brand: { mission } }));
    const book = new BookWriter(kit("light"), fonts, {}, "Version 7", new Map());
    const drawn = book.text(mission) as ReactElement<{ children: ReactElement<{ scene: Scene }> }>;
    const lines = drawn.props.children.props.scene.shapes.flatMap((shape) =>
      shape.kind === "outline" ? [shape.inscription.text] : [],
    );
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.join(" ")).toBe(mission);
  });

  it("breaks Japanese without hyphens, and no word elsewhere", async () => {
    const mission = "海と町のあいだで、わたしたちは百年のあいだ帽子をつくってきました。".repeat(4);
    const { text } = await read(bookOf({ order: orderOf({ name: "Wharf", brand: { mission } }) }));
    expect(tight(text)).toContain(mission);
  });

  it("keeps each letter as text, even if first used in a ligature", async () => {
    const order = orderOf({ name: "Wharf" });
    // The marker of a don't is drawn with a comma.
    order.identity = { ...order.identity, persona: { donts: ["Shout"] } };
    const { text } = await read(bookOf({ order, legal: { boilerplate: { de: "Wir reparieren." } } }));
    expect(text).toContain("Don’t");
    expect(text).toContain("About the brand, in German");
  });

  it("breaks a word that is wider than its card", async () => {
    const name = "Sonnenaufgangsgoldgelborange";
    const palette = Array.from({ length: 5 }, () => paletteEntry({ role: "primary", hex: "#123a7a", name }));
    const { text } = await read(bookOf({ order: orderOf({ name: "Wharf", palette }) }));
    expect(text).toMatch(/Sonnen\w*- {1,3}\w+/);
  });

  it("lists all dos and don'ts across page breaks", async () => {
    const listed = (word: string) => Array.from({ length: 20 }, (_, index) => `${word} ${100 + index} is said here.`);
    const [dos, donts] = [listed("Do"), listed("Never")];
    for (const sentences of inForm({ short: [5], full: [1, 5, 9, 13] })) {
      const order = orderOf({ name: "Wharf" });
      const summary = "The harbour master keeps the log of the slip and knows each boat by its name. ".repeat(
        sentences,
      );
      order.identity = { ...order.identity, persona: { summary, dos, donts } };
      const { text } = await read(bookOf({ order }));
      for (const line of [...dos, ...donts]) expect(text, `${sentences} sentences`).toContain(line);
    }
  });

  it("puts small groups of foundations in one row", async () => {
    const length = { value: 4, unit: "px" as const };
    const foundations = {
      spacing: { nail: length, thumb: length },
      radius: { sticker: length },
      duration: { clap: { value: 120, unit: "ms" as const } },
    };
    const { pages } = await read(bookOf({ foundations }));
    expect(pages.filter((page) => page.includes("Foundations"))).toHaveLength(1);
  });

  it("draws long texts in several scripts within a job's limits", { tags: ["full"] }, async () => {
    const words = {
      de: "Übermütig schöne Mützen für Flüsse, Häfen und Fähren.",
      ja: "海と町のあいだで、わたしたちは百年のあいだ帽子をつくってきました。",
      ar: "بين البحر والمدينة نصنع القبعات منذ مئة عام.",
    };
    const listed = Object.values(words).map((text) => ({ name: text.slice(0, 14), description: text }));
    const brand = {
      tagline: "Größe – 頭にのせる誇り – فخرٌ",
      ...{ description: words.de, mission: words.ja, vision: words.ar, promise: Object.values(words).join(" ") },
      ...{ values: listed, offerings: listed },
    };
    const began = process.cpuUsage();
    await drawBrandBook(bookOf({ order: orderOf({ name: "Überlingen 東京国際交通 شركة البحر", brand }) }));
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(JOB_LIMITS.cpuMs / 2);
  });

  it("uses the brand's font from a WOFF2 file", async () => {
    const bytes = readFileSync("node_modules/geist/dist/fonts/geist-pixel/GeistPixel-Square.woff2");
    const order = { ...orderOf({ name: "Wharf", brand: { mission: "Set in pixels." } }) };
    const fonts = [{ face: "body" as const, weight: 400, mime: "font/woff2", bytes }];
    const { bytes: pdf, text } = await read(bookOf({ order: { ...order, fonts } }));
    expect(pdf).toMatch(/\/FontName \/[A-Z]+\+GeistPixel/);
    expect(text).toContain("Set in pixels.");
  });

  it("uses its own brand's font after another brand's book", async () => {
    const setIn = async (name: string) => {
      const bytes = readFileSync(`node_modules/geist/dist/fonts/geist-pixel/GeistPixel-${name}.woff2`);
      const fonts = [{ face: "body" as const, weight: 400, mime: "font/woff2", bytes }];
      const order = { ...orderOf({ name: "Wharf", brand: { mission: "Set in pixels." } }), fonts };
      const pdf = Buffer.from(await drawBrandBook(bookOf({ order }))).toString("latin1");
      return [...new Set(pdf.match(/GeistPixel-\w+/g))];
    };
    expect(await setIn("Circle")).toEqual(["GeistPixel-Circle"]);
    expect(await setIn("Grid")).toEqual(["GeistPixel-Grid"]);
  });

  it("has chapters for what is stated, and no others", async () => {
    const chapters = ["Colours in depth", "Foundations", "Photography"];
    const without = await read(bookOf({}));
    for (const chapter of chapters) expect(without.text).not.toContain(chapter);

    const [blue, ink] = [paletteEntry({ name: "Sky", hex: "#2a45e8" }), paletteEntry({ name: "Ink", hex: "#11121a" })];
    const order = orderOf({ name: "Alder & Ash", palette: [blue, ink] });
    const stops = [blue, ink].map(({ id, hex }, position) => ({ color_id: id, hex, position }));
    const ms = (value: number) => ({ value, unit: "ms" as const });
    const px = (value: number) => ({ value, unit: "px" as const });
    const black = { hex: "#000000", alpha: 0.4 };
    const layer = { color: black, offsetX: px(0), offsetY: px(2), blur: px(6), spread: px(0), inset: false };
    const picture = {
      mime: "image/png",
      bytes: await sharp({ create: { width: 40, height: 30, channels: 3, background: "#aabbcc" } })
        .png()
        .toBuffer(),
    };
    const given = bookOf({
      order,
      depth: {
        scales: { [blue.id]: { "900": "#111a55" } },
        print: { [ink.id]: { cmyk: { c: 10, m: 20, y: 30, k: 90 }, pantone: "" } },
        dark: { [ink.id]: "#f5f5fa" },
        gradients: (["linear", "radial", "conic"] as const).map((kind) => ({
          id: newId(),
          name: `A ${kind} one`,
          kind,
          angle: 90,
          stops,
        })),
        rules: [
          {
            id: newId(),
            color: blue.id,
            allowed_on: [],
            forbidden_on: [ink.id],
            never_pair_with: [],
            severity: "must",
            reason: "It drowns.",
          },
        ],
      },
      foundations: {
        spacing: { step: px(8) },
        radius: { round: px(999) },
        border: { line: { color: black, width: px(1), style: "double" } },
        shadow: { raised: [layer, { ...layer, inset: true }] },
        duration: { quick: ms(120) },
        easing: { spring: [0.2, 1.6, 0.4, 1] },
        transition: { open: { duration: ms(200), delay: ms(0), timingFunction: [0, 0, 1, 1] } },
      },
      imagery: [
        {
          name: "Photography",
          lines: ["Daylight only."],
          dos: [{ text: "From near", picture }],
          donts: [{ text: "No flash" }, { text: "Damaged", picture: { mime: "image/png", bytes: Buffer.from("no") } }],
        },
      ],
      legal: { trademark_lines: ["Alder is a mark."], boilerplate: { de: "Wir reparieren." } },
    });
    const { bytes, text } = await read(given);
    for (const chapter of chapters) expect(text).toContain(chapter);
    for (const said of [
      "#111a55",
      "C 10 M 20 Y 30 K 90",
      "#f5f5fa",
      "A conic one",
      "Must not be used on Ink: It drowns.",
      "8 px",
      "along 0.2, 1.6, 0.4, 1",
      "Daylight only.",
      "From near",
      "No flash",
      "Damaged",
      "About the brand, in German",
      "Alder is a mark.",
    ])
      expect(text).toContain(said);
    const pictures = (bytes.match(/\/Subtype \/Image/g) ?? []).length;
    // Three gradients, a shadow and the readable example.
    expect(pictures).toBeGreaterThanOrEqual(5);
  });

  it("states logo rules and draws the clear space", async () => {
    const bytes = await sharp({ create: { width: 80, height: 20, channels: 4, background: "#11121a" } })
      .png()
      .toBuffer();
    const logo = {
      ...newLogo({ id: newId(), variant: "logo_positive", file: fileRef(), label: "Horizontal" }),
      mime: "image/png",
      bytes,
      rule: { minimum_size: { px: 120 }, clear_space: { share: 0.25, of: "logo_height" as const } },
      ruleText: "at least 120 px wide; clear space of 25 % of its height",
    };
    const { text } = await read(bookOf({ logos: [logo] }));
    expect(text).toContain("Minimum width: 120 px (actual size)");
    expect(text).toContain("Rule: at least 120 px wide; clear space of 25 % of its height");
  });

  it("shows a logo on the backgrounds and at the sizes that its rule names", async () => {
    const bytes = await sharp({ create: { width: 80, height: 20, channels: 4, background: "#11121a" } })
      .png()
      .toBuffer();
    const chalk = paletteEntry({ name: "Chalk", role: "background", hex: "#f4efe6" });
    const tar = paletteEntry({ name: "Tar", role: "text", hex: "#15130f" });
    const logo = {
      ...newLogo({ id: newId(), variant: "logo_positive", file: fileRef() }),
      mime: "image/png",
      bytes,
      min_width_px: 900,
      rule: { minimum_size: { mm: 20 }, allowed_backgrounds: { surfaces: ["light" as const], colors: [chalk.id] } },
      ruleText: "",
    };
    const order = orderOf({ name: "Slow Ferry", palette: [tar, chalk] });
    const { text } = await read(bookOf({ order, logos: [logo] }));
    for (const told of ["Minimum width: 900 px", "Minimum width: 20 mm (actual size)", "On White", "Not on Black"])
      expect(text).toContain(told);
    expect(text).not.toContain("On Chalk");
  });

  it("has pages for an empty brand", async () => {
    const { pages } = await read(bookOf({ order: orderOf({ name: "New" }) }));
    expect(pages.length).toBeGreaterThan(3);
  });
});
