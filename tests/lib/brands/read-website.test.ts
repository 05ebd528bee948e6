import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { WebsiteChoice } from "@/lib/brands";
import { readWebsite } from "@/lib/brands/server";
import { startOfWebsite } from "@/lib/brands/website/website-findings";
import { startCpuClock } from "../../support/cpu-clock";
import { HOSTILE_PAGES } from "../../support/hostile-pages";

const PAGE = `<!doctype html><html><head>
<title>Alder &amp; Ash | Home</title>
<meta content="We mend &quot;things&quot;." name="Description">
<style>
  #face { color: #0F766E; font-family: "Alder Grotesk", sans-serif }
  a:hover, .x #add { background: rgb(15 118 110); border: 1px solid rebeccapurple }
  /* color: #123123 */
  :root { --brand: #c2410c; --shade: rgba(0,0,0,.5); font-family: system-ui }
</style></head>
<body style="color:#0f766e; font-family: 'Alder Grotesk'">
<a class="menu"><svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg></a>
<a class="site-logo"><svg viewBox="0 0 20 10"><script>alert(1)</script><rect width="20" height="10" fill="#0f766e" onclick="x()"/></svg></a>
<svg broken
</body></html>`;

const textOf = (logo: { base64: string } | undefined) => Buffer.from(logo?.base64 ?? "", "base64").toString();

const NOTHING: WebsiteChoice = { colors: [], primary: null, heading: null, body: null, logo: null, description: null };

describe("readWebsite", () => {
  it("counts colours and typefaces of style sheets and attributes, and reads name and description", async () => {
    const found = await readWebsite(PAGE);
    expect(found.name).toBe("Alder & Ash");
    expect(found.description).toBe('We mend "things".');
    expect(found.colors).toEqual([
      { hex: "#0f766e", count: 3 },
      { hex: "#663399", count: 1 },
      { hex: "#c2410c", count: 1 },
    ]);
    expect(found.fonts).toEqual([{ family: "Alder Grotesk", count: 2 }]);
  });

  it("returns cleaned drawings, those called a logo first", async () => {
    const { logos } = await readWebsite(PAGE);
    expect(logos).toHaveLength(2);
    expect(textOf(logos[0])).toContain('fill="#0f766e"');
    expect(textOf(logos[0])).not.toMatch(/script|onclick/);
  });

  it("returns embedded pictures cleaned, and skips invalid ones", async () => {
    const png = await sharp({ create: { width: 8, height: 4, channels: 3, background: "#0f766e" } })
      .png()
      .toBuffer();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><script>x()</script><path d="M0 0h4v4z"/></svg>';
    const { logos, linked } = await readWebsite(
      [
        `<img alt="Our team" src="data:image/png;base64,${png.toString("base64")}">`,
        `<img class='logo' src='data:image/svg+xml,${encodeURIComponent(svg)}'>`,
        `<img class="logo" src="data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 5 5'><path d='M0 0h5v5z'/></svg>">`,
        `<img class="logo" src="data:image/png;base64,bm8gcGljdHVyZQ==">`,
        `<img class="logo" src="data:image/svg+xml,%E0%A4%A">`,
        `<img class="logo" src="data:text/html,${encodeURIComponent(svg)}">`,
        `<img class="logo" src="data:image/png;base64,${"A".repeat(100_000)}">`,
      ].join("\n"),
    );
    expect(logos.map(({ mime }) => mime)).toEqual(["image/svg+xml", "image/svg+xml", "image/png"]);
    expect(textOf(logos[0])).toContain("M0 0h4v4z");
    expect(textOf(logos[0])).not.toContain("script");
    expect(linked).toEqual([]);
  });

  it("lists linked logos once each, and no other pictures", async () => {
    const { logos, linked } = await readWebsite(
      '<a class="brand"><img src="/a.svg"></a><img data-src="/no.png" src="/img/logo.svg?a=1&amp;b=2"><img src="/img/logo.svg?a=1&amp;b=2"><p>So</p><img src="/team.jpg">',
    );
    expect(logos).toEqual([]);
    expect(linked).toEqual(["/a.svg", "/img/logo.svg?a=1&b=2"]);
  });

  it("reads unquoted attributes, named entities and unclosed tags", async () => {
    const found = await readWebsite(
      `<!doctype html><html lang=en><title>Torvane<b></title><meta name=description content="Brot &ndash; L&rsquo;atelier du go&ucirc;t&hellip;">
       <meta property=og:site_name content="M&uuml;hle &amp; S&ouml;hne"><meta name=theme-color content=#7c2d12>
       <body style=background:#fff7ed><a class=logo href=/><img src=/img/torvane.svg alt=Torvane></a><p style=color:#c2410c>Hello`,
    );
    expect(found).toMatchObject({ name: "Mühle & Söhne", description: "Brot – L’atelier du goût…" });
    expect(found.colors.map(({ hex }) => hex)).toEqual(["#fff7ed", "#c2410c", "#7c2d12"]);
    expect(found.linked).toEqual(["/img/torvane.svg"]);
  });

  it.each([
    ["Home | Torvane", "", "Torvane"],
    ["Torvane – Sails", '<meta name="application-name" content="Torvane Sails">', "Torvane Sails"],
    ["Startseite - Mühle", "", "Mühle"],
  ])("finds the name in %s %s", async (title, meta, name) => {
    const found = await readWebsite(`<title>${title}</title>${meta}<p style="color:#7c2d12">`);
    expect(found.name).toBe(name);
  });

  it("reads font shorthands, ignores case and skips icon fonts", async () => {
    const { fonts } = await readWebsite(
      `body{font:400 16px/1.5 Inter,sans-serif}h1{font:italic 600 3rem "Fraunces",serif}h2{font-family:fraunces!important}
       p{font:caption}b{font-family:"Material Icons"}i{font-family:"Font Awesome 6 Free"!important}`,
    );
    expect(fonts).toEqual([
      { family: "Fraunces", count: 2 },
      { family: "Inter", count: 1 },
    ]);
  });

  it("puts preset colours last, and reads HSL channels of custom properties", async () => {
    const { colors } = await readWebsite(
      ":root{--wp--preset--color--vivid-red:#cf2e2e;--wp--preset--gradient--x:linear-gradient(135deg,#cf2e2e 0%,#ff6900 100%);--primary:175 77% 26%}a{color:#0f766e}",
    );
    expect(colors.map(({ hex }) => hex)).toEqual(["#0f756d", "#0f766e", "#cf2e2e", "#ff6900"]);
  });

  it("draws a logo from a sprite on the page, and skips one elsewhere", async () => {
    const { logos } = await readWebsite(
      `<svg hidden><symbol id="mark" viewBox="0 0 8 8"><path d="M0 0h8v8z" fill="#0f766e"/></symbol></svg>
       <a class="logo"><svg><use xlink:href="#mark"></use></svg></a><a class="logo"><svg><use href="/sprite.svg#mark"/></svg></a>`,
    );
    expect(textOf(logos[0])).toContain("M0 0h8v8z");
    expect(textOf(logos[0])).toContain('viewBox="0 0 8 8"');
    expect(logos.some((logo) => textOf(logo).includes("sprite.svg"))).toBe(false);
  });

  it("reads text without tags as CSS", async () => {
    expect((await readWebsite("body{color:#0f766e}")).colors).toEqual([{ hex: "#0f766e", count: 1 }]);
    for (const text of ["", "no page", "<p>Nothing</p>"])
      await expect(readWebsite(text)).rejects.toMatchObject({ code: "bad_request", field: "website" });
  });

  it("reads adversarial pages fast", async () => {
    const seconds = startCpuClock();
    for (const page of HOSTILE_PAGES) await readWebsite(`${page}<style>a{color:#0f766e}</style>`).catch(() => {});
    expect(seconds()).toBeLessThan(20);
  });
});

describe("startOfWebsite", () => {
  it("uses only what was chosen", async () => {
    const found = await readWebsite(PAGE);
    expect(startOfWebsite(NOTHING)).toMatchObject({ logo: null, document: { colors: { palette: [] } } });
    const choice = {
      ...NOTHING,
      colors: ["#c2410c", "#0f766e"],
      primary: "#0f766e",
      heading: "Alder Grotesk",
      logo: found.logos[0]?.base64 ?? null,
      description: found.description,
    };
    const { document, logo } = startOfWebsite(choice);
    expect(document.colors.palette.map(({ hex, role }) => [hex, role])).toEqual([
      ["#c2410c", "neutral"],
      ["#0f766e", "primary"],
    ]);
    expect(document.identity.brand).toMatchObject({
      description: 'We mend "things".',
      typography: { heading: "Alder Grotesk" },
    });
    expect(logo?.toString()).toBe(textOf(found.logos[0]));
  });

  it("refuses colours that aren't in hex", () => {
    for (const hex of ["red", "#FFF", "url(x)"])
      expect(() => startOfWebsite({ ...NOTHING, colors: [hex] })).toThrow("Read the website again");
  });
});
