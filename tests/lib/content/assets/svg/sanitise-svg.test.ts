import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { MAX_SVG_BYTES } from "@/lib/content";
import { rebuildSvg } from "@/lib/content/assets/svg/sanitise-svg";
import { inspectUpload } from "@/lib/content/server";
import { UnsupportedFile } from "@/lib/platform/errors";
import { picture, svg } from "@/tests/support/files";

const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const GIF = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

async function stored(upload: string | Buffer): Promise<{ text: string; report: string[] }> {
  const { bytes, report } = await rebuildSvg(Buffer.from(upload));
  return { text: bytes.toString("utf8"), report };
}

/** The stored text without its namespaces, the only URLs an SVG may have. */
async function cleaned(content: string): Promise<{ text: string; report: string[] }> {
  const { text, report } = await stored(svg(content));
  return { text: text.replaceAll(/ xmlns(:xlink)?="[^"]*"/g, "").replace(/^<svg [^>]*>/, "<svg>"), report };
}

const body = async (content: string): Promise<string> => (await cleaned(content)).text;

async function refusal(upload: string | Buffer): Promise<string> {
  const error = await inspectUpload(Buffer.from(upload)).catch((thrown: unknown) => thrown);
  if (!(error instanceof UnsupportedFile)) throw new Error("was not refused", { cause: error });
  expect(error.message).toMatch(/^[A-Z].*\.$/);
  return error.reason;
}

describe("a clean SVG", () => {
  it("keeps everything a logo consists of, with an empty report", async () => {
    const content =
      '<title>A &amp; B</title><defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/></linearGradient>' +
      '<clipPath id="c"><circle cx="5" cy="5" r="4"/></clipPath><symbol id="s"><path d="M0 0h5v5z"/></symbol>' +
      '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter></defs>' +
      "<style>.a{fill:url(#g);stroke:rgb(1,2,3)}</style>" +
      '<g class="a" clip-path="url(#c)" transform="translate(1 1) scale(.5)" style="opacity:.5;filter:url(#f)">' +
      '<use href="#s" x="1"/><text font-family="\'Inter\', serif" x="1"> A <tspan>B</tspan></text></g>';
    const { text, report } = await stored(svg(content));
    expect(text).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" viewBox="0 0 10 10">${content}</svg>`,
    );
    expect(report).toEqual([]);
  });

  it("is unchanged when uploaded again", async () => {
    const first = await inspectUpload(
      Buffer.from(
        svg(
          '<!-- x --><style>a{b:c} .d { fill : red ; }</style><path d="M0 0h9v9z" onclick="x" style=" fill : red "/>',
          'viewBox="0,0 24 12"',
        ),
      ),
    );
    const second = await inspectUpload(first.bytes);
    expect(second.sha256).toBe(first.sha256);
    expect(second.report).toEqual([]);
  });

  it("is written in the SVG namespace without prefixes", async () => {
    const { text } = await stored(
      `<s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:l="http://www.w3.org/1999/xlink" width="1" height="1" viewBox="0 0 1 1"><s:g id="a"/><s:use l:href="#a"/></s:svg>`,
    );
    expect(text).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" ${XLINK} width="1" height="1" viewBox="0 0 1 1"><g id="a"/><use xlink:href="#a"/></svg>`,
    );
  });

  it.each([
    ["UTF-8 with a byte order mark", (text: string) => Buffer.from(`\ufeff${text}`)],
    ["UTF-16, little-endian", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16, big-endian", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
    ["Latin-1", (text: string) => Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${text}`, "latin1")],
    [
      "declared UTF-16 with a byte order mark",
      (text: string) => Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${text}`, "utf16le"),
    ],
  ])("in %s is stored in UTF-8 without its scripts", async (_, encode) => {
    const { text, report } = await stored(encode(svg("<title>Café</title><script>alert(1)</script>")));
    expect(text).toContain("<title>Café</title>");
    expect(text).not.toContain("script");
    expect(report).toEqual(["Removed scripts (script)."]);
  });

  it("is refused in an encoding that can hide markup, or with broken text", async () => {
    expect(await refusal(`<?xml version="1.0" encoding="UTF-7"?>${svg("+ADw-script+AD4-")}`)).toBe("file_invalid");
    expect(await refusal(Buffer.from(svg("<title>\xff\xfe</title>"), "latin1"))).toBe("file_invalid");
  });
});

describe("code in an SVG", () => {
  it.each([
    ["a script", "<script>alert(1)</script>"],
    ["a script in CDATA", "<script><![CDATA[alert(1)]]></script>"],
    ["a script with an SVG prefix", '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'],
    ["an HTML script", '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>'],
    ["a script in another default namespace", '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>'],
    ["a script in upper case", "<SCRIPT>alert(1)</SCRIPT>"],
    ["a script with a URL", '<script href="https://evil.example/x.js"/>'],
    ["a script in defs", "<defs><g><script>alert(1)</script></g></defs>"],
    ["a script inside a foreign element", '<x:y xmlns:x="urn:x"><script>alert(1)</script></x:y>'],
    [
      "foreign content",
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>',
    ],
    ["an HTML element in place", '<iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/>'],
    ["an event handler", '<g onclick="alert(1)"/>'],
    ["an event handler in upper case", '<g onLoad="alert(1)"/>'],
    ["an event handler with a prefix", '<g xmlns:x="http://www.w3.org/2000/svg" x:onload="alert(1)"/>'],
    ["a link to code", '<a href="javascript:alert(1)"/>'],
    ["a link to code by xlink", `<a ${XLINK} xlink:href="javascript:alert(1)"/>`],
    ["a link to code, spelt with references and line breaks", '<a href="&#106;ava&#10;script:alert(1)"/>'],
    ["a link to code in a data URL", '<a href="data:text/html,&lt;script>alert(1)&lt;/script>"/>'],
    ["an animation that sets a link", '<a><animate attributeName="href" values="javascript:alert(1)"/></a>'],
    ["an animation that sets a handler", '<set attributeName="onmouseover" to="alert(1)"/>'],
    [
      "an XML Events handler",
      '<handler xmlns="http://www.w3.org/2001/xml-events" type="text/ecmascript">alert(1)</handler>',
    ],
    ["an expression in a style", '<g style="width:expression(alert(1))"/>'],
    ["an expression in an allowed property", '<g style="fill:expression(alert(1))"/>'],
    ["a behaviour in a style", '<g style="behavior:url(#default#alert)"/>'],
    ["a processing instruction with a style sheet", '<?xml-stylesheet type="text/xsl" href="javascript:alert(1)"?>'],
    ["a comment that ends early in HTML", "<!--> <img src=x onerror=alert(1)> -->"],
    [
      "an element inside a title, which HTML parses differently",
      '<title><style><a id="&lt;/style>&lt;img src=x onerror=alert(1)>"/></style></title>',
    ],
    ["text in CDATA that looks like markup", "<![CDATA[<script>alert(1)</script>]]>"],
  ])("is removed and reported: %s", async (_, content) => {
    const { text, report } = await cleaned(content);
    expect(text.toLowerCase()).not.toMatch(/script|alert|\bon\w+=|javascript|http|foreign|<!|<\?/);
    expect(report).not.toEqual([]);
  });

  it("in a text stays text", async () => {
    expect(await body("<text><![CDATA[<script>alert(1)</script>]]></text>")).toBe(
      "<svg><text>&lt;script&gt;alert(1)&lt;/script&gt;</text></svg>",
    );
  });

  it("can't break out of an attribute", async () => {
    expect(await body(`<g id='"&gt;&lt;script&gt;' class="a&#10;b&#9;c"/>`)).toBe(
      '<svg><g id="&quot;&gt;&lt;script&gt;" class="a&#10;b&#9;c"/></svg>',
    );
  });
});

describe("a reference that leaves an SVG", () => {
  it.each([
    ["use", '<use href="https://evil.example/x.svg#a"/>'],
    ["use by xlink", `<use ${XLINK} xlink:href="//evil.example/x.svg#a"/>`],
    ["use of a data URL", '<use href="data:image/svg+xml;base64,PHN2Zy8+#a"/>'],
    ["use of a relative file", '<use href="other.svg#a"/>'],
    ["use with xml:base", '<use xml:base="https://evil.example/" href="#a"/>'],
    ["an image", '<image href="https://evil.example/pixel.png"/>'],
    ["an image that is an SVG", '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'],
    ["an image in plain data", '<image href="data:image/png,abc"/>'],
    ["a filter's image", '<filter id="f"><feImage href="https://evil.example/x.png"/></filter>'],
    ["a gradient", '<linearGradient href="https://evil.example/x.svg#g"/>'],
    ["a paint", '<g fill="url(https://evil.example/x.svg#g)"/>'],
    ["a paint in quotes", `<g fill="url('https://evil.example/x.svg#g')"/>`],
    ["a paint after a local one", '<g fill="url(#a) url(https://evil.example/x.svg#g)"/>'],
    ["a paint spelt with a CSS escape", '<g fill="\\75rl(https://evil.example/x.svg#g)"/>'],
    ["a paint spelt with a CSS comment", '<g fill="url/**/(https://evil.example/x.svg#g)"/>'],
    ["a paint in upper case", '<g fill="URL(https://evil.example/x.svg#g)"/>'],
    ["an image set", `<g fill="image-set('https://evil.example/x.png' 1x)"/>`],
    ["a style attribute", '<g style="fill:url(https://evil.example/x.svg#g)"/>'],
    ["a style attribute after a semicolon in a string", `<g style="font-family:';';mask:url(//evil.example)"/>`],
    ["a cursor", '<g cursor="url(https://evil.example/x.cur)"/>'],
    ["an import", '<style>@import url("https://evil.example/x.css");</style>'],
    ["an import by string", "<style>@import 'https://evil.example/x.css';</style>"],
    ["an import in CDATA", "<style><![CDATA[@import 'https://evil.example/x.css';]]></style>"],
    ["an import spelt with an escape", "<style>@\\69mport 'https://evil.example/x.css';</style>"],
    ["an import after a comment", "<style>/* */@import/**/'https://evil.example/x.css';</style>"],
    ["a style sheet's rule", "<style>g{fill:url(https://evil.example/x.svg#g)}</style>"],
    ["a style sheet's rule in a media query", "<style>@media print{g{fill:url(//evil.example/g)}}</style>"],
    ["a style sheet's font", "<style>@font-face{font-family:x;src:url(https://evil.example/x.woff2)}</style>"],
    ["a style sheet's namespace", "<style>@namespace url(https://evil.example/);</style>"],
    ["a style sheet's custom property", "<style>g{--x:url(https://evil.example/);fill:var(--x)}</style>"],
    ["a style sheet's background", "<style>svg{background:url(https://evil.example/)}</style>"],
    ["a style sheet broken on purpose", `<style>g{fill:'} @import "https://evil.example/";</style>`],
  ])("is removed and reported: %s", async (_, content) => {
    const { text, report } = await cleaned(`${content}<path d="M0 0h5"/>`);
    expect(text.toLowerCase()).not.toMatch(/evil|http|import|base=|data:|src|other\.svg/);
    expect(text).toContain('<path d="M0 0h5"/>');
    expect(report).not.toEqual([]);
  });

  it("is reported with its element", async () => {
    const { report } = await stored(
      svg(`<use href="http://x.example/a"/><g fill="url(http://x.example)"/><style>@import 'x';</style>`),
    );
    expect(report).toEqual(["Removed external references (href of use, fill of g, @import)."]);
  });

  it("stays if it points inside the file", async () => {
    expect(await body(`<a ${XLINK} href="#a" xlink:href=" #b "/><path id="a" fill="url( '#g' ) none"/>`)).toBe(
      `<svg><a href="#a" xlink:href="#b"/><path id="a" fill="url( '#g' ) none"/></svg>`,
    );
  });
});

describe("a picture embedded in an SVG", () => {
  const embed = (mime: string, bytes: Buffer | string) =>
    svg(`<image width="5" height="5" href="data:${mime};base64,${Buffer.from(bytes).toString("base64")}"/>`);

  it.each(["png", "jpeg", "webp"] as const)("as %s is re-encoded without its metadata", async (format) => {
    const photo = await sharp(await picture(format))
      .withExif({ IFD0: { Copyright: "secret-person" } })
      .toBuffer();
    const { text, report } = await stored(embed(`image/${format}`, Buffer.concat([photo, Buffer.from("<script>")])));
    const [, data = ""] = /base64,([^"]+)"/.exec(text) ?? [];
    const kept = Buffer.from(data, "base64");
    expect((await sharp(kept).metadata()).format).toBe(format);
    expect(kept.includes("secret-person")).toBe(false);
    expect(kept.includes("script")).toBe(false);
    expect(report).toContain("In an embedded picture: Removed metadata such as camera, location and editing data.");
  });

  it("is refused if it isn't what it claims to be", async () => {
    expect(await refusal(embed("image/png", "<svg onload='alert(1)'/>"))).toMatch(/file_(invalid|type)/);
    expect(await refusal(embed("image/png", Buffer.from(GIF, "base64")))).toBe("file_type");
    expect(await refusal(embed("image/png", (await picture("png")).subarray(0, 60)))).toBe("file_invalid");
  });

  it("counts towards 25 megapixels together with the others", async () => {
    const large = await sharp({ create: { width: 4_000, height: 4_000, channels: 3, background: "#ffffff" } })
      .png()
      .toBuffer();
    const image = `<image href="data:image/png;base64,${large.toString("base64")}"/>`;
    expect(await refusal(svg(image + image))).toBe("file_pixels");
  });

  it("is limited to 16", async () => {
    const image = `<image href="data:image/png;base64,${(await picture("png")).toString("base64")}"/>`;
    expect(await refusal(svg(image.repeat(17)))).toBe("file_invalid");
  });
});

describe("common features of real files", () => {
  const shape = '<path d="M0 0h9v9z" fill="#0f766e"/>';

  it("a DOCTYPE without definitions is dropped and reported", async () => {
    const { text, report } = await stored(`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">${svg(shape)}`);
    expect(text).not.toContain("DOCTYPE");
    expect(report).toEqual(["Removed the DOCTYPE."]);
  });

  it.each([
    [
      "of the root that refers to another",
      `<style>:root{--sea:#0f766e;--a:var(--sea)}.a{fill:var(--a)}</style>`,
      "fill:#0f766e",
    ],
    ["with a fallback if undefined", "<style>.a{fill:var(--none, rgb(1 2 3))}</style>", "fill:rgb(1 2 3)"],
    ["in an attribute", `<style>svg{--sea:#0f766e}</style><path stroke="var(--sea)"/>`, 'stroke="#0f766e"'],
    ["defined only for a part", "<style>.b{--sea:red}.a{fill:var(--sea)}</style>", "fill:var(--sea)"],
    ["that refers outside the file", "<style>:root{--x:url(https://x.example)}.a{fill:var(--x)}</style>", "<svg>"],
  ])("a variable %s is replaced with its value", async (_what, content, wanted) => {
    const { text, report } = await cleaned(content);
    expect(text).toContain(wanted);
    expect(text).not.toContain("x.example");
    if (!content.includes(".b{")) expect(report.join()).not.toContain("--");
  });

  it("circular and growing variables come to an end", async () => {
    const doubling = Array.from({ length: 12 }, (_, at) => `--v${at}:var(--v${at + 1}) var(--v${at + 1})`).join(";");
    const circle = "--a:var(--b);--b:var(--a)";
    const { text } = await stored(
      svg(`<style>:root{${doubling};${circle}}.a{fill:var(--v0);stroke:var(--a)}</style>${shape}`),
    );
    expect(text).toContain("M0 0h9v9z");
  });

  it("an empty picture is kept and reported", async () => {
    expect((await inspectUpload(Buffer.from(svg("")))).report).toEqual(["This picture is empty."]);
  });
});

describe("a hostile or broken SVG is refused:", () => {
  const entities = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>';
  it.each([
    ["entities that multiply", `${entities}${svg("<text>&b;</text>")}`, "file_invalid"],
    [
      "an entity that reads a file",
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg("<text>&x;</text>")}`,
      "file_invalid",
    ],
    [
      "nothing left after cleaning",
      svg(`<foreignObject width="9" height="9"><b xmlns="x">Torvane</b></foreignObject>`),
      "file_invalid",
    ],
    ["an undeclared entity", svg("<text>&nbsp;</text>"), "file_invalid"],
    ["an unclosed element", '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><g></svg>', "file_invalid"],
    ["an attribute without quotes", svg("<g id=a/>"), "file_invalid"],
    ["a repeated attribute", svg('<g id="a" id="b"/>'), "file_invalid"],
    ["a second root", `${svg("")}${svg("")}`, "file_invalid"],
    ["a web page after its end", `${svg("")}<script>alert(1)</script>`, "file_invalid"],
    ["a control character", svg("<text>&#1;</text>"), "file_invalid"],
    ["a control character from XML 1.1", `<?xml version="1.1"?>${svg("<text>&#1;</text>")}`, "file_invalid"],
    ["no namespace", '<svg width="10" height="10"><path/></svg>', "file_invalid"],
    ["another namespace", '<svg xmlns="http://www.w3.org/1999/xhtml" width="10" height="10"/>', "file_invalid"],
    ["no size", '<svg xmlns="http://www.w3.org/2000/svg"><path/></svg>', "file_invalid"],
    ["a size over 25 megapixels", svg("", 'width="5001" height="5000"'), "file_pixels"],
    ["a size that rounds to zero", svg("", 'width="0.1" height="0.1" viewBox="0 0 1 1"'), "file_invalid"],
    ["a width over 25 megapixels by its viewBox", svg("", 'width="9000" viewBox="0 0 1 1"'), "file_pixels"],
    ["a size in metres", svg("", 'width="1000000mm" height="1000000mm"'), "file_pixels"],
    ["nesting over 100 deep", svg("<g>".repeat(100) + "</g>".repeat(100)), "file_invalid"],
    [
      "nesting that would overflow a stack",
      svg("<g>".repeat(60_000) + "</g>".repeat(60_000)).slice(0, MAX_SVG_BYTES),
      "file_invalid",
    ],
    ["over 20,000 elements", svg("<g/>".repeat(20_000)), "file_invalid"],
    ["over 512 KB", svg(`<desc>${" ".repeat(MAX_SVG_BYTES)}</desc>`), "file_size"],
    ["an element that draws itself", svg('<g id="a"><use href="#a"/></g>'), "file_invalid"],
    [
      "two elements that draw each other",
      svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
      "file_invalid",
    ],
    ["a pattern filled with itself", svg('<pattern id="p"><path fill="url(#p)"/></pattern>'), "file_invalid"],
    ["an element that draws itself through an escaped name", svg('<g id="a"><use href="#%61"/></g>'), "file_invalid"],
  ])("%s", async (_, upload, reason) => {
    expect(await refusal(upload)).toBe(reason);
  });

  it("refuses a few lines that draw a billion elements", async () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
    );
    expect(await refusal(svg(`<path id="l0"/>${levels.join("")}`))).toBe("file_invalid");
  });

  it("refuses a chain of references that would overflow the stack", async () => {
    const chain = Array.from({ length: 9_000 }, (_, index) => `<use id="u${index}" href="#u${index + 1}"/>`);
    expect(await refusal(svg(chain.join("")))).toBe("file_invalid");
  });

  it("refuses a stroke that takes hours to draw, within seconds, and accepts the next file", async () => {
    const line = "L9 9L0 5".repeat(5_000);
    expect(await refusal(svg(`<path stroke="red" stroke-dasharray=".01" d="M0 0${line}"/>`))).toBe("file_invalid");
    expect((await rebuildSvg(Buffer.from(svg('<path d="M0 0h9v9z"/>')))).bytes.length).toBeGreaterThan(0);
  });

  it.each([
    ["a size of half a million digits", svg("", `width="${"1".repeat(500_000)}!" viewBox="0 0 1 1"`)],
    ["a value of half a million letters", svg(`<path fill="${"a".repeat(500_000)}"/>`)],
    ["a hundred thousand brackets", svg(`<path fill="${"url(".repeat(100_000)}"/>`)],
    ["a style sheet of braces", svg(`<style>${"{".repeat(400_000)}</style>`)],
    ["a style sheet of quotes", svg(`<style>${"&quot;\n'\n/*".repeat(40_000)}</style>`)],
    ["a style sheet of rules", svg(`<style>${".a{fill:red}".repeat(40_000)}</style>`)],
    ["forty thousand attributes", svg(`<g ${Array.from({ length: 40_000 }, (_, i) => `a${i}=""`).join(" ")}/>`)],
  ])("or is parsed in linear time: %s", async (_, upload) => {
    expect(upload.length).toBeLessThanOrEqual(MAX_SVG_BYTES);
    expect((await rebuildSvg(Buffer.from(upload))).bytes.length).toBeGreaterThan(0);
  });
});

describe("the size of an SVG", () => {
  it.each([
    ["width and height in pixels", 'width="24" height="12.4px" viewBox="0 0 48 24"', [24, 12], []],
    [
      "width and height in millimetres",
      'width="25.4mm" height="50.8mm" viewBox="0 0 1 2"',
      [96, 192],
      ["Set the size to 96 × 192 pixels."],
    ],
    ["the viewBox, when there is neither", 'viewBox="0 0 48 24"', [48, 24], ["Set the size to 48 × 24 pixels."]],
    [
      "the viewBox, when they are relative",
      'width="100%" height="2em" viewBox="0 0 48 24"',
      [48, 24],
      ["Set the size to 48 × 24 pixels."],
    ],
    [
      "the width and the viewBox's proportions",
      'width="96" viewBox="0 0 48 24"',
      [96, 48],
      ["Set the size to 96 × 48 pixels."],
    ],
    [
      "the height and the viewBox's proportions",
      'height="12" viewBox="0,0,48,24"',
      [24, 12],
      ["Set the size to 24 × 12 pixels."],
    ],
    [
      "width and height, which also give the viewBox",
      'width="48" height="24"',
      [48, 24],
      ["Added a viewBox so the picture scales."],
    ],
    [
      "the viewBox, when width and height are not positive",
      'width="0" height="-5" viewBox="0 0 4 4"',
      [4, 4],
      ["Set the size to 4 × 4 pixels."],
    ],
    [
      "the proportions of a viewBox on a very fine grid",
      'viewBox="0 0 51500 25750"',
      [4096, 2048],
      ["Set the size to 4096 × 2048 pixels."],
    ],
    ["whole pixels, rounded", 'width="1.4" height="0.6" viewBox="0 0 7 3"', [1, 1], []],
  ])("comes from %s", async (_, attributes, size, report) => {
    const file = await rebuildSvg(Buffer.from(svg("<path/>", attributes)));
    expect([file.width, file.height]).toEqual(size);
    expect(file.report).toEqual(report);
    const drawn = await sharp(file.bytes).metadata();
    expect([drawn.width, drawn.height]).toEqual(size);
  });
});

describe("the report on an SVG", () => {
  it("has one sentence for each kind and cuts long lists", async () => {
    const content =
      '<script/><script/><g onclick="" onload=""/><animate/><foreignObject/><metadata/><!-- a --><!-- b -->stray' +
      `<g ${Array.from({ length: 10 }, (_, index) => `data-${index}=""`).join(" ")}/><g style="behavior:x;fill:red"/>`;
    expect((await stored(svg(content))).report).toEqual([
      "Removed scripts (script).",
      "Removed event handlers (onclick, onload).",
      "Removed animation (animate).",
      "Removed unsupported elements (foreignObject, metadata).",
      "Removed unsupported attributes (data-0, data-1, data-2, data-3, data-4, data-5, data-6, data-7 and 2 more).",
      "Removed unsupported style rules (behavior).",
      "Removed comments.",
      "Removed stray text between elements.",
    ]);
  });
});
