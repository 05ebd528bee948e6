import type { Finding } from "./finding";

/** Found on SVGs that are harmless to the hub and keep every browser that shows them busy. */
export const SVG: readonly Finding[] = [
  {
    found: "An SVG of 1 to 70 KB could keep a browser busy for minutes: only elements that repeat were counted.",
    before:
      "Accepted, and drawn by Chromium at 1000 × 1000: nested masks, 30 KB, over 20 s; clip paths behind @supports, 67 KB, over 20 s; 40 blurs by CSS, 633 bytes, over 20 s; results read twice, 4 KB, over 20 s; two stacked morphologies, 743 bytes, over 20 s; masks behind @media, 36 KB, 13 s; blurs behind @media, 646 bytes, 5 s.",
    now: "Refused before anything is drawn, with a sentence that says what to simplify; what is accepted draws within a second of computing.",
    tests: [
      {
        file: "tests/security/svg-bombs.test.ts",
        title: "an SVG that only a browser is slow to draw is refused, with what to simplify",
      },
      {
        file: "tests/security/svg-bombs.spec.ts",
        title: "is drawn by Chromium within a second of computing, however hostile",
      },
      { file: "tests/security/svg-bombs.spec.ts", title: "is drawn as quickly at a large size of its own" },
    ],
  },
  {
    found: "References from style sheets, and paint and markers that many elements inherit, were not counted at all.",
    before:
      "191 of 216 such shapes were accepted, nine deep and 500 times among them: what a rule names, or a group hands down, cost nothing.",
    now: "Every candidate of the cascade counts, under @media, @supports and in nested rules too.",
    tests: [
      { file: "tests/security/svg-bombs.test.ts", title: "whether an element is told by %s what it refers to" },
      { file: "tests/security/svg-bombs.test.ts", title: "the bound on drawing" },
    ],
  },
];
