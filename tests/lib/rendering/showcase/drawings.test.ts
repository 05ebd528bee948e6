import { readFileSync } from "node:fs";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { contrastRatio } from "@/lib/content";
import { DRAWINGS, THEMES } from "@/lib/rendering";
import { drawShowcase } from "@/lib/rendering/server";
import { makeKit } from "@/lib/rendering/showcase/make-kit";
import { draw } from "@/lib/rendering/showcase/mock-ups/draw";
import { type Order, withoutFonts } from "@/lib/rendering/showcase/order";
import { bookCover } from "@/lib/rendering/showcase/print/book/draw-picture";
import { inscriptionsOf } from "@/lib/rendering/showcase/scene";
import { HARD, orderOf } from "./sitters";

const scenesOf = async (order: Order) => {
  const { kit } = await makeKit(order);
  return THEMES.flatMap((theme) =>
    DRAWINGS.map((drawing) => ({ theme, drawing, scene: draw(drawing.key, kit(theme)) })),
  );
};

function elementsOf(svg: string): { name: string; attributes: Record<string, string> }[] {
  const found: { name: string; attributes: Record<string, string> }[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) =>
    found.push({ name, attributes: attributes as Record<string, string> }),
  );
  parser.write(svg).close();
  return found;
}

describe.each(Object.entries(HARD))("a brand with %s", (_, order) => {
  it("has readable text in both themes", async () => {
    const scenes = await scenesOf(order);
    const texts = scenes.flatMap(({ theme, drawing, scene }) =>
      inscriptionsOf(scene.shapes).map((text) => ({ ...text, theme, drawing: drawing.key })),
    );
    expect(texts.length).toBeGreaterThan(60);
    expect(texts.filter(({ fill, on }) => contrastRatio(fill, on) < 4.5)).toEqual([]);
  });

  it("is drawn in the stated size", async () => {
    for (const { drawing, scene } of await scenesOf(order))
      expect([drawing.key, scene.width, scene.height]).toEqual([drawing.key, drawing.width, drawing.height]);
  });

  it("returns valid SVG that loads nothing", async () => {
    const { drawings } = await drawShowcase(order);
    expect(drawings).toHaveLength(DRAWINGS.length * 2);
    for (const { svg } of drawings) {
      const elements = elementsOf(svg);
      const names = new Set(elements.map(({ name }) => name));
      expect(
        [...names].filter(
          (name) =>
            !["svg", "title", "defs", "clipPath", "g", "rect", "circle", "path", "text", "image"].includes(name),
        ),
      ).toEqual([]);
      const links = elements.flatMap(({ attributes }) => attributes.href ?? []);
      expect(links.filter((href) => !href.startsWith("data:image/"))).toEqual([]);
    }
  });
});

describe("a brand's name", () => {
  it("stays text whatever it contains", async () => {
    const name = `"><script>alert(1)</script><image href="https://evil.example/x.png"/>`;
    // No font here has these letters, so they stay in the file as text.
    const order = orderOf({
      name: `${name}Ꭳ`,
      brand: { tagline: `Ꭳ ${name} & \u0000 \ud800`, website: "https://<b>.example" },
    });
    for (const { svg } of (await drawShowcase(order)).drawings) {
      const elements = elementsOf(svg);
      expect(elements.map(({ name: element }) => element)).not.toContain("script");
      expect(
        elements.filter(({ attributes }) => "onload" in attributes || attributes.href?.startsWith("http")),
      ).toEqual([]);
      expect(svg).not.toContain("<script");
    }
  });

  it("starts at the right in right-to-left scripts", async () => {
    const { kit } = await makeKit(HARD.Arabic as Order);
    const { type, scheme } = kit("light");
    const look = { face: "display", size: 40, fill: scheme.ink, on: scheme.page } as const;
    const { shapes, width } = type.block("قهوة تستحق الرحلة", look, { x: 96, y: 0, width: 1130 });
    expect(shapes).toMatchObject([{ kind: "outline", x: expect.closeTo(96 + 1130 - width, 1) }]);
  });

  it.each([
    ["Dịch vụ tốt nhất cho mọi người", 58, 12.8],
    ["น้ำใจที่ส่งต่อกันทุกวัน", 58, 12.8],
    ["Größe für jeden Tag und für alle", 41.6, 0],
  ])("has space for its marks between headline lines: %s", async (text, between, above) => {
    const { kit } = await makeKit(orderOf({ name: text }));
    const { type, scheme } = kit("light");
    const look = { face: "display", size: 40, fill: scheme.ink, on: scheme.page, leading: 1.04 } as const;
    const { shapes } = type.block(text, look, { x: 0, y: 0, width: 300 });
    const [first = 0, second = 0] = shapes.map((shape) => (shape.kind === "outline" ? shape.y : 0));
    expect(second - first).toBeCloseTo(between, 5);
    expect(first).toBeCloseTo(40 * 0.71 + above, 5);
  });

  it("has the brand's language and direction, and an English label", async () => {
    const order = orderOf({ name: "ދިވެހި", brand: { tagline: "ދިވެހި", languages: ["dv", "en"] } });
    for (const { svg } of (await drawShowcase(order)).drawings) {
      const [root, title, ...rest] = elementsOf(svg);
      expect([root?.attributes["xml:lang"], title?.attributes["xml:lang"]]).toEqual(["dv", "en"]);
      const left = rest.filter(({ name }) => name === "text").map(({ attributes }) => attributes.direction);
      expect(left).toContain("rtl");
    }
    const [first] = (await drawShowcase(orderOf({ name: "ᏣᎳᎩ" }))).drawings;
    expect(first?.svg).toContain('direction="ltr"');
    expect(first?.svg).not.toMatch(/<svg[^>]*xml:lang/);
  });

  it("is drawn as outlines if a font has its letters, and reported otherwise", async () => {
    const drawn = [
      HARD.yellow,
      HARD.Japanese,
      HARD.Arabic,
      orderOf({ name: "Torvane ☕", brand: { tagline: "Cut ★ ✓" } }),
      orderOf({ name: "부두 커피", brand: { tagline: "น้ำใจที่ส่งต่อ" } }),
      orderOf({ name: "湖畔书店", brand: { tagline: "हर लेंस हाथ से" } }),
    ];
    for (const order of drawn) {
      const { unset, drawings } = await drawShowcase(order as Order);
      expect(unset).toEqual([]);
      expect(drawings.filter(({ svg }) => svg.includes("<text"))).toEqual([]);
    }
    const { unset } = await drawShowcase(orderOf({ name: "ᏣᎳᎩ" }));
    expect(unset).toEqual(["Ꮳ", "Ꮃ", "Ꭹ"]);
  });

  it("is complete on the book's cover, without missing characters", async () => {
    const cover = async (name: string, tagline: string) => {
      const { kit } = await makeKit(orderOf({ name, brand: { tagline } }));
      const { shapes } = bookCover(kit("light"), "Version 7");
      expect(shapes.filter(({ kind }) => kind === "text")).toEqual([]);
      return inscriptionsOf(shapes)
        .map(({ text }) => text)
        .join(" ");
    };
    expect(await cover("Torvane ☕", "Cut by hand ★ since 1890")).toContain("Torvane ☕ Cut by hand ★ since 1890");
    expect(await cover("Torvane 𓀀", "Cut by hand 𓀀 since 1890 𓀀.")).toContain("Torvane Cut by hand since 1890.");
  });
});

it("draws the same brand the same way", async () => {
  const order = HARD.neon as Order;
  expect(await drawShowcase(order)).toEqual(await drawShowcase(order));
});

it("skips unreadable fonts, logos and photographs", async () => {
  const bytes = Buffer.from("no file of any kind");
  const damaged: Order = {
    ...(HARD.neon as Order),
    fonts: [{ face: "display", weight: 700, mime: "font/woff2", bytes }],
    logos: [{ variant: "symbol", background: "any", mime: "image/png", bytes }],
    photo: { mime: "image/jpeg", bytes },
  };
  expect(await drawShowcase(damaged)).toEqual(await drawShowcase(HARD.neon as Order));
});

it("uses the hub's fonts if the brand's outlines are damaged", async () => {
  const bytes = readFileSync("node_modules/geist/dist/fonts/geist-sans/Geist-Regular.ttf");
  const entry = bytes.indexOf("glyf");
  const [start, length] = [bytes.readUInt32BE(entry + 8), bytes.readUInt32BE(entry + 12)];
  bytes.fill(0x7f, start, start + length);
  const fonts = [{ face: "display" as const, weight: 700, mime: "font/woff2", bytes }];
  const order = { ...(HARD.neon as Order), fonts };
  expect(await drawShowcase(order)).toEqual(await drawShowcase(HARD.neon as Order));
  expect(withoutFonts({ version: 7, order })).toMatchObject({
    version: 7,
    order: { fonts: [] },
  });
});

it("ends card and signature with the name if there is neither website nor headline", async () => {
  const rulesOf = async (brand: Parameters<typeof orderOf>[0]["brand"], key: "business-card" | "email-signature") => {
    const { kit } = await makeKit(orderOf({ name: "Volt", brand }));
    const { shapes } = draw(key, kit("light"));
    expect(inscriptionsOf(shapes).filter(({ text }) => text.includes("@"))).toHaveLength(brand?.website ? 1 : 0);
    return shapes.filter((shape) => shape.kind === "rect" && shape.height <= 3).length;
  };
  for (const key of ["business-card", "email-signature"] as const)
    expect(await rulesOf({}, key)).toBe((await rulesOf({ website: "volt.example" }, key)) - 1);
});

it("shows a portrait photograph whole in the web header", async () => {
  const { kit } = await makeKit(HARD.neon as Order);
  const placeOf = (width: number, height: number) => {
    const { shapes } = draw("web-header", { ...kit("light"), photo: { name: "photo", width, height } });
    return shapes.find((shape) => shape.kind === "clip");
  };
  expect(placeOf(1080, 1350)).toMatchObject({ x: 1440 - 590.4, width: 590.4, height: 738 });
  expect(placeOf(1600, 900)).toMatchObject({ x: 768, width: 672, height: 738 });
  expect(placeOf(300, 900)).toMatchObject({ width: 480 });
});

it("keeps the business card's logo clear of the other card, and a long address whole", async () => {
  const website = "https://koeniglich-oeresundische-messgeraete-gesellschaft.example";
  const { kit } = await makeKit(orderOf({ name: "Volt", brand: { website } }));
  const file = { name: "logo", width: 280, height: 100, colors: [], plate: null };
  const logos = [{ ...file, variant: "logo_positive", background: "any" } as const];
  const { shapes } = draw("business-card", { ...kit("light"), logos });
  const texts = inscriptionsOf(shapes).map(({ text }) => text);
  expect(texts).toContain("name@koeniglich-oeresundische-messgeraete-gesellschaft.example");
  const front = shapes.find((shape) => shape.kind === "picture");
  expect(front && front.y + front.height).toBeLessThan(391 - 20);
});
