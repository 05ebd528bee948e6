import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BrandDocument, contrastRatio, emptyDocument, type LogoEntry, type PaletteEntry } from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { mailSignature, SIGNATURE_LIMITS, type Signatory, type SignatureBrand, signaturePage } from "@/lib/rendering";
import { signatureBrandOf } from "@/lib/rendering/server";
import { fileRef, paletteEntry, sampleTypography, typeface } from "@/tests/support/documents";
import { HARD } from "./sitters";

const BRAND: SignatureBrand = {
  name: "Hullabarn",
  tagline: "Turned by hand",
  language: "en",
  website: { href: "https://hullabarn.example/", host: "hullabarn.example" },
  fonts: '"Fraunces", Arial, sans-serif',
  colors: { ink: "#101010", muted: "#555555", link: "#2f5d50" },
  logo: null,
};
const MARA: Signatory = { name: "Mara Lind", role: "Turner", email: "mara@hullabarn.example", phone: "+49 30 1234-56" };

const htmlOf = (person: Partial<Signatory> = {}, brand: Partial<SignatureBrand> = {}) =>
  mailSignature({ ...BRAND, ...brand }, { ...MARA, ...person }).html;
const hrefsOf = (html: string) => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href);

/** Every tag with its attributes. Requires quoted attributes and no other `<`. */
function tagsOf(html: string): { tag: string; attributes: string[] }[] {
  expect(html.replace(/<\/?[a-z]+( [a-z]+="[^"<>]*")*>/g, "")).not.toMatch(/[<>"']/);
  return [...html.matchAll(/<([a-z]+)((?: [a-z]+="[^"]*")*)>/g)].map(([, tag = "", all = ""]) => ({
    tag,
    attributes: [...all.matchAll(/ ([a-z]+)="/g)].map(([, name = ""]) => name),
  }));
}
const TAGS = ["table", "tr", "td", "p", "a", "img"];
const ATTRIBUTES = "role dir cellpadding cellspacing border bgcolor style lang href src width height alt".split(" ");

function expectTame(html: string) {
  for (const { tag, attributes } of tagsOf(html)) {
    expect(TAGS).toContain(tag);
    expect(attributes.filter((name) => !ATTRIBUTES.includes(name))).toEqual([]);
  }
  expect(html.match(/<table/g)).toHaveLength(1);
  for (const href of hrefsOf(html)) expect(href).toMatch(/^(https?:\/\/|mailto:|tel:)/);
}

describe("an e-mail signature", () => {
  it("has person, brand and contact details in one table", () => {
    const html = htmlOf();
    expectTame(html);
    expect(hrefsOf(html)).toEqual(["mailto:mara@hullabarn.example", "tel:+4930123456", "https://hullabarn.example/"]);
    for (const text of ["Mara Lind", "Turner", "Hullabarn", "Turned by hand", "hullabarn.example"])
      expect(html).toContain(`>${text}<`);
    expect(html).toContain("font-family:&quot;Fraunces&quot;, Arial, sans-serif");
    expect(html).not.toContain("<img");
  });

  it("omits empty fields", () => {
    const html = htmlOf({ role: " ", email: "", phone: "" }, { tagline: "", website: null });
    expect(html.match(/<p /g)).toHaveLength(2);
    expect(hrefsOf(html)).toEqual([]);
  });

  it.each([
    '<img src=x onerror="alert(1)">',
    '" onmouseover="alert(1)',
    "' style='position:fixed",
    "</table><script>alert(1)</script>",
    "&lt;b&gt; &amp; co",
  ])("escapes %s everywhere", (hostile) => {
    const person = { name: hostile, role: hostile, email: hostile, phone: hostile };
    const logo = { src: "https://hub.test/p/x/logos/1", width: 64, height: 48 };
    const html = htmlOf(person, { name: hostile, tagline: hostile, fonts: hostile, logo });
    expectTame(html);
    expectTame(htmlOf({ email: `${hostile}@x`.replaceAll(/\s/g, "") }));
    expect(signaturePage({ html, text: "" }, { title: `</title>${hostile}` })).not.toMatch(/<\/title><|<script/);
  });

  it("never turns text into markup", () => {
    const text = fc.string({ unit: fc.constantFrom(..."<>\"'&/=`:;@+() \n\t\u0000\ud800aب٣"), maxLength: 60 });
    fc.assert(
      fc.property(text, text, text, text, (name, role, email, phone) => {
        expectTame(htmlOf({ name, role, email, phone }, { name: role, tagline: name }));
      }),
    );
  });

  it.each([
    ["a.b+c@x.example", "mailto:a.b%2Bc@x.example"],
    ["a?cc=d@x.example", "mailto:a%3Fcc%3Dd@x.example"],
    ["a&b'c@x.example", "mailto:a%26b&#39;c@x.example"],
    ["nobody", undefined],
    ["a@b@c", undefined],
  ])("links %s to %s", (email, href) => {
    expect(hrefsOf(htmlOf({ email, phone: "" }, { website: null }))[0]).toBe(href);
  });

  it.each([
    ["+49 (0)30 / 1234-56", "tel:+4930123456"],
    ["(030) 12 34", "tel:0301234"],
    ["٠١٢ ٣٤٥", "tel:012345"],
    ["+1 555 0100 ext. 12", undefined],
    ["12", undefined],
    ["1;2+3", undefined],
  ])("dials %s with %s", (phone, href) => {
    const html = htmlOf({ phone, email: "" }, { website: null });
    expect(hrefsOf(html)[0]).toBe(href);
    expect(html).toContain(`>${phone}<`);
  });

  it("has the brand's direction, and each text its own", () => {
    const html = htmlOf({ name: "سارة" }, { name: "ميناء القهوة", tagline: "Coffee", language: "ar" });
    expect(html).toMatch(/^<table role="presentation" dir="rtl"/);
    expect(html).toContain("border-right:4px");
    expect(html).toMatch(/<p dir="auto"[^>]*>سارة</);
    expect(html).toMatch(/<p lang="ar" dir="rtl"[^>]*>ميناء القهوة</);
    expect(html).toMatch(/<p lang="ar" dir="ltr"[^>]*>Coffee</);
    expect(htmlOf({}, { language: null })).not.toContain(" lang=");
  });

  it("shows a logo in its stated pixels, with the brand's name as alternative text", () => {
    const html = htmlOf({}, { logo: { src: "https://hub.test/p/x/logos/1?a&b", width: 96, height: 72 } });
    expectTame(html);
    expect(html).toMatch(
      /<img src="https:\/\/hub\.test\/p\/x\/logos\/1\?a&amp;b" width="96" height="72" alt="Hullabarn"/,
    );
    expect(html.match(/border-left:4px/g)).toHaveLength(1);
  });

  it("cuts texts at the input limit, never within a letter", () => {
    const { html, text } = mailSignature(BRAND, {
      ...MARA,
      name: `${"x".repeat(SIGNATURE_LIMITS.name - 1)}😀 and more`,
    });
    expect(text.split("\n")[0]).toHaveLength(SIGNATURE_LIMITS.name);
    expect(html.isWellFormed()).toBe(true);
    expect(htmlOf({ name: "x".repeat(9999), role: "y".repeat(9999), email: "z".repeat(9999) }).length).toBeLessThan(
      4000,
    );
  });

  it("has a plain-text form", () => {
    expect(mailSignature(BRAND, { ...MARA, name: " Mara\n<b>Lind " }).text).toBe(
      "Mara <b>Lind\nTurner\nHullabarn\n\nmara@hullabarn.example\n+49 30 1234-56\nhullabarn.example\n\nTurned by hand",
    );
    const bare = { name: "Mara", role: "", email: "", phone: "" };
    expect(mailSignature({ ...BRAND, tagline: "", website: null }, bare).text).toBe("Mara\nHullabarn");
  });
});

describe("signatureBrandOf", () => {
  const logoEntry = (values: Partial<LogoEntry> = {}): LogoEntry => ({
    id: newId(),
    variant: "logo_positive",
    label: "Logo",
    usage: "",
    background: "light",
    clear_space: "",
    min_width_px: 0,
    file: fileRef({ width: 640, height: 160 }),
    ...values,
  });
  const made = (
    brand: BrandDocument["identity"]["brand"],
    {
      logos = [],
      publicUrl = "https://hub.test/p/hull",
      ...parts
    }: Partial<Omit<BrandDocument, "logos">> & {
      logos?: LogoEntry[];
      publicUrl?: string | null;
    } = {},
  ) => {
    const empty = emptyDocument();
    const document = { ...empty, ...parts, identity: { ...empty.identity, brand } };
    return signatureBrandOf({
      name: "Hullabarn",
      document,
      published: { logos: { items: logos, rules: [] } },
      publicUrl,
    });
  };

  it.each(Object.entries(HARD))("is readable on white with %s", (_, { colors }) => {
    const { colors: own } = made({}, { colors: { source: "manual", seed: null, ...colors } });
    for (const hex of Object.values(own)) expect(contrastRatio(hex, "#ffffff")).toBeGreaterThanOrEqual(4.5);
  });

  it("is readable on white in any colours", () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
    const role = fc.constantFrom<PaletteEntry["role"]>(
      "primary",
      "secondary",
      "accent",
      "background",
      "text",
      "neutral",
    );
    const palettes = fc.array(fc.record({ hex, role }), { maxLength: 6 });
    fc.assert(
      fc.property(palettes, (entries) => {
        const palette = entries.map((entry) => paletteEntry(entry));
        const { colors } = made({}, { colors: { source: "manual", seed: null, palette } });
        for (const one of Object.values(colors)) expect(contrastRatio(one, "#ffffff")).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it.each([
    ["hullabarn.example", { href: "https://hullabarn.example/", host: "hullabarn.example" }],
    [
      "http://www.hullabarn.example/shop?a=1&b",
      { href: "http://www.hullabarn.example/shop?a=1&b", host: "hullabarn.example" },
    ],
    ["hullabarn.example:8080", { href: "https://hullabarn.example:8080/", host: "hullabarn.example:8080" }],
    ["javascript:alert(1)", null],
    ["JavaScript:1", null],
    ["data:text/html,<script>", null],
    ["ftp://hullabarn.example", null],
    ["https://somebody:word@hullabarn.example", null],
    ["coming soon", null],
    ["", null],
    [undefined, null],
  ])("links the website %s to %o", (website, expected) => {
    expect(made({ ...(website !== undefined && { website }) }).website).toEqual(expected);
  });

  it("uses the brand's family, its fallbacks and fonts of each mail program", () => {
    expect(made({}).fonts).toBe('"Arial", sans-serif');
    expect(made({ typography: { heading: "Fraunces, semi-bold" } }).fonts).toBe('"Fraunces", "Arial", sans-serif');
    const typography = sampleTypography(typeface({ fallbacks: ["Gill Sans", "Arial"] }));
    expect(made({}, { typography }).fonts).toBe('"Alder Grotesk", "Gill Sans", "Arial", sans-serif');
    expect(made({ typography: { body: 'x"}</style>' } }).fonts).toBe('"x/style", "Arial", sans-serif');
  });

  it("has a published logo at the public URL, within the size limit", () => {
    const wide = logoEntry();
    const symbol = logoEntry({ variant: "symbol", background: "any", file: fileRef({ width: 500, height: 500 }) });
    expect(made({}, { logos: [wide] }).logo).toEqual({
      src: `https://hub.test/p/hull/logos/${wide.id}`,
      width: 160,
      height: 40,
    });
    expect(made({}, { logos: [wide, symbol] }).logo).toMatchObject({ width: 72, height: 72 });
    expect(made({}, { logos: [logoEntry({ file: fileRef({ width: 30, height: 20 }) })] }).logo).toMatchObject({
      width: 30,
      height: 20,
    });
  });

  it.each<[string, LogoEntry, string | null]>([
    ["is an SVG", logoEntry({ file: fileRef({ mime: "image/svg+xml" }) }), "https://hub.test/p/hull"],
    ["is made for dark backgrounds", logoEntry({ background: "dark" }), "https://hub.test/p/hull"],
    ["is too large", logoEntry({ file: fileRef({ bytes: 3_000_000 }) }), "https://hub.test/p/hull"],
    ["has no URL", logoEntry(), null],
  ])("has no logo that %s", (_, logo, publicUrl) => {
    expect(made({}, { logos: [logo], publicUrl }).logo).toBeNull();
  });

  it("has the brand's texts, in its language", () => {
    expect(made({ tagline: " Turned by hand ", languages: ["de-AT"] })).toMatchObject({
      name: "Hullabarn",
      tagline: "Turned by hand",
      language: "de-AT",
    });
    expect(made({})).toMatchObject({ tagline: "", language: null, website: null });
  });
});
