import {
  type BrandDocument,
  cssFamilies,
  familiesFor,
  fontFor,
  type StoredFont,
  type StoredTypography,
} from "@/lib/content";
import type { FontRole, TextStyleName } from "@/lib/contract";

const LATIN = "Sphinx of black quartz, judge my vow";

/** Sample sentences for typefaces without Latin letters, by script (ISO 15924). */
const IN_SCRIPT: Readonly<Record<string, string>> = {
  Cyrl: "Съешь же ещё этих мягких французских булок",
  Grek: "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
  Hebr: "דג סקרן שט לו בים זך אך לפתע פגש חבורה נחמדה",
  Arab: "صِف خَلقَ خَودِ كَمِثلِ الشَمسِ إِذ بَزَغَت",
  Deva: "ऋषियों को सताने वाले दुष्ट राक्षसों का राजा",
  Thai: "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า",
  Hang: "키스의 고유조건은 입술끼리 만나야 하고",
  Hira: "いろはにほへと ちりぬるを",
  Hani: "天地玄黃 宇宙洪荒 日月盈昃 辰宿列張",
};

/** Returns the brand's own sentence if the typeface can write it, else one in its script. */
export function specimenFor(scripts: readonly string[], own: string | undefined): string {
  if (scripts.length === 0 || scripts.includes("Latn")) return own || LATIN;
  return scripts.map((script) => IN_SCRIPT[script]).find(Boolean) ?? LATIN;
}

/** Returns a text of the brand for a text style, or a sample where it has none. */
export function textFor(name: TextStyleName, brandName: string, { brand }: BrandDocument["identity"]): string {
  const short = brand.tagline?.trim() || brandName;
  const long = brand.description?.trim() || brand.mission?.trim() || `${LATIN}. The five boxing wizards jump quickly.`;
  switch (name) {
    case "display":
      return brandName;
    case "heading":
      return short;
    case "subheading":
      return brand.value_proposition?.trim() || brand.promise?.trim() || short;
    case "body":
      return long;
    case "caption":
      return brand.industry?.trim() || "Photograph: the harbour, early";
    case "label":
      return "Email address";
    case "cta":
      return "Find out more";
  }
}

/** A family name for draft files that neither the page nor the system uses. */
export const ownFamily = (font: Pick<StoredFont, "id">): string => `draft-${font.id}`;

export const cssFamiliesOf = (font: StoredFont): string =>
  cssFamilies([ownFamily(font), font.family, ...font.fallbacks, "sans-serif"]);

export function cssFamiliesFor(typography: StoredTypography, role: FontRole): string {
  const font = fontFor(typography, role);
  return cssFamilies([...(font ? [ownFamily(font)] : []), ...familiesFor(typography, role)]);
}
