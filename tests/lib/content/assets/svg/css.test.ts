import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitiseDeclarations, sanitiseStyleSheet, staysInside } from "@/lib/content/assets/svg/css";
import { Findings } from "@/lib/content/assets/svg/parse-svg";

const sheet = (css: string) => sanitiseStyleSheet(css, new Findings());

describe("sanitiseStyleSheet", () => {
  it.each([
    [
      ".a, .b > path:not(.c) { fill : #f00; stroke:red !important }",
      ".a, .b > path:not(.c){fill:#f00;stroke:red !important}",
    ],
    ["/* a */ .a { fill: red /* ; } */ ; }", ".a{fill:red}"],
    [".a{font-family:'A;B',\"C}\";fill:red}", ".a{fill:red}"],
    [
      "@media (prefers-color-scheme: dark) { .a { fill: white } }",
      "@media (prefers-color-scheme: dark){.a{fill:white}}",
    ],
    ["@charset 'utf-8'; .a{fill:url( \"#b\" )}", '.a{fill:url( "#b" )}'],
    ["@keyframes x{from{fill:red}} .a{fill:red}", ".a{fill:red}"],
    [".a{fill:red", ".a{fill:red}"],
    ["a[href='{']{fill:red} .b{fill:blue}", ".b{fill:blue}"],
    [".a{} .b{behavior:x}", ""],
    ["url(.a{fill:red} .b{fill:red}", ""],
    ["[a{fill:red} .b{fill:red}", ".b{fill:red}"],
    [".a{fill:rgb(1,2} .b{fill:red}", ".b{fill:red}"],
    ["@media (x{.a{fill:red}} .b{fill:red}", ".b{fill:red}"],
    [".a{fill:'x\n;stroke:red}", ".a{stroke:red}"],
    [".a{fill:url(/**/#b);stroke:red}", ".a{stroke:red}"],
    [".a{fill:url(#b c);stroke:red}", ".a{stroke:red}"],
    [".a{fill:ur/**/l(//x);stroke:red}", ".a{stroke:red}"],
    [".a{fill:red\\;stroke:blue}", ""],
    [".a\\{fill:red} .b{fill:red}", ""],
    [
      "@media print{@import 'x';@media screen{.a{fill:red}@font-face{src:url(x)}}}",
      "@media print{@media screen{.a{fill:red}}}",
    ],
    [`${"@media print{".repeat(5)}.a{fill:red}${"}".repeat(5)}.b{fill:red}`, ".b{fill:red}"],
    ["}.a{fill:red} .b{fill:red}", ".b{fill:red}"],
  ])("turns %s into %s", (css, expected) => {
    expect(sheet(css)).toBe(expected);
  });

  it("is idempotent and never keeps an address, an unknown at-rule or an escape", () => {
    const words = "{ } ( ) ; : ' \" @ \\ / * , . # < > ! [ url( url(#a) URL( //x @import @media /* */ \\75rl( x(".split(
      " ",
    );
    const some = fc.array(fc.constantFrom(...words, "fill", "red", ".a", " ", "\n"), { maxLength: 4 });
    const noise = fc.oneof({ weight: 6, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: some });
    const around = (text: string) => fc.tuple(noise, noise).map(([l, r]) => l.join("") + text + r.join(""));
    const declaration = fc.oneof(...["fill:red", "fill:url(#a)", "font-family:'x'", "fill:url(//x)"].map(around));
    const rule = fc
      .tuple(fc.oneof(fc.constant(".a"), around(".b")), fc.array(declaration, { maxLength: 3 }))
      .map(([selector, declarations]) => `${selector}{${declarations.join(";")}}`);
    const css = fc.array(
      fc.oneof(
        rule,
        rule.map((inner) => `@media print{${inner}}`),
        rule.chain(around),
      ),
      { maxLength: 6 },
    );
    let kept = 0;
    fc.assert(
      fc.property(css, (pieces) => {
        const once = sheet(pieces.join(""));
        kept += once === "" ? 0 : 1;
        expect(sheet(once)).toBe(once);
        expect(once).not.toMatch(/url\((?!\s*["']?#)|@(?!media)|\\|expression|image-set|<|\/\*/i);
      }),
      { numRuns: 3_000, seed: 20_260_501 },
    );
    expect(kept).toBeGreaterThan(1_000);
  });
});

describe("sanitiseDeclarations", () => {
  it("keeps the allowed properties in order", () => {
    const css = "fill:red;;opacity : .5 ; font: 12px 'A B', serif;stroke:URL(#a)";
    expect(sanitiseDeclarations(css, new Findings())).toBe("fill:red;opacity:.5;font:12px 'A B', serif;stroke:URL(#a)");
  });
});

describe("staysInside", () => {
  it.each([
    "none",
    "url(#a)",
    "url('#a') red",
    "rgb(1, 2, 3)",
    "translate (1 2) rotate(45)",
    "calc((1px + 2px) * 3)",
    "M0 0h5",
  ])("is true of %s", (value) => expect(staysInside(value)).toBe(true));
  it.each([
    "url(a)",
    "url (#a",
    "url()",
    "url(#a",
    "url(\"#a')",
    "x(1)",
    "url(#a)url(b)",
    "ürl(#a)",
    "url\n(//x)",
    "a\\b",
    "/**/",
    "url(/**/#a)",
    "url(#a b)",
    'url("#a"',
    'url("a#a")',
    "src('a')",
    "image-set('a' 1x)",
    "expression(1)",
    "'url(//x)'",
    "$rgb(1)",
    "1url (#a)",
    "'a\nb'",
  ])("is false of %s", (value) => expect(staysInside(value)).toBe(false));
});
