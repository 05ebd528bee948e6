import { COLOR_ROLES } from "@/lib/contract";
import { importBrandDocument } from "./import-brand-document";
import { counted, type ImportedBrand, isRecord, shorten } from "./imported-brand";

type Group = Record<string, unknown>;

/** A text, or the first of a list of texts by language. */
function textIn(value: unknown): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  const text = isRecord(first) ? Object.values(first)[0] : first;
  return typeof text === "string" && text.trim() !== "" ? text.trim() : undefined;
}

const languageIn = (value: unknown): string | undefined =>
  Array.isArray(value) && isRecord(value[0]) ? Object.keys(value[0])[0] : undefined;

const textsIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : undefined;

const familyIn = (value: unknown): string | undefined => textIn(isRecord(value) ? value.family : value);

const words = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1).replaceAll("_", " ");

function paletteOf(colors: unknown) {
  if (!isRecord(colors)) return [];
  return Object.entries(colors).flatMap(([key, value]) => {
    const role = COLOR_ROLES.find((one) => one === key);
    const hexes = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
    return hexes.map((hex, at) => ({ name: at === 0 ? words(key) : `${words(key)} ${at + 1}`, role, hex }));
  });
}

/** Fields of the format that the hub has no place for, or takes as files. */
const UNREAD: Readonly<Record<string, string>> = {
  logos: "Logos are only named here. Upload them once the brand is made.",
  assets: "Assets are only named here. Upload them once the brand is made.",
  visual_guidelines: "visual_guidelines: write them under Imagery.",
  disclaimers: "disclaimers: write them under Legal.",
};

/** The brand that stands for the file: of a portfolio the master brand, or the first. */
function brandIn(root: Group, left: string[]): Group | null {
  const brands = Array.isArray(root.brands) ? root.brands.filter(isRecord) : [];
  const chosen = brands.find(({ keller_type }) => keller_type === "master") ?? brands[0];
  if (!chosen) return isRecord(root.brand) ? { ...root, ...root.brand } : root;
  if (brands.length > 1)
    left.push(`${counted(brands.length - 1, "more brand")} of this portfolio: a brand starts from one of them.`);
  return chosen;
}

/** Whether a file is a `brand.json` as the Ad Context Protocol (3.0, 3.1) has it. */
export function isAdcpBrand(root: Group): boolean {
  if (typeof root.$schema === "string" && root.$schema.includes("adcontextprotocol")) return true;
  return Array.isArray(root.names) || (root.house !== undefined && Array.isArray(root.brands));
}

/** Makes a brand of a `brand.json` of the Ad Context Protocol. @throws BadRequest when it holds nothing of a brand */
export function importAdcpBrand(root: Group): ImportedBrand {
  const left: string[] = [];
  const brand = brandIn(root, left) ?? root;
  const { tone, fonts } = brand;
  const voice = isRecord(tone) ? tone : { voice: tone };
  const language = languageIn(brand.names);
  const audience = textIn(brand.target_audience);
  const stated = {
    name: textIn(brand.names) ?? textIn(brand.name),
    identity: {
      brand: {
        tagline: textIn(brand.tagline),
        description: textIn(brand.description),
        industry: textIn(brand.industry),
        website: textIn(brand.url),
        languages: language ? [language] : undefined,
        audiences: audience ? [{ description: audience }] : undefined,
        typography: isRecord(fonts) && { heading: familyIn(fonts.primary), body: familyIn(fonts.secondary) },
      },
      persona: {
        voice: { summary: textIn(voice.voice), attributes: textsIn(voice.attributes) },
        dos: textsIn(voice.dos),
        donts: textsIn(voice.donts),
      },
    },
    colors: { palette: paletteOf(brand.colors) },
  };
  const imported = importBrandDocument(JSON.parse(JSON.stringify(stated)));
  const unread = Object.entries(UNREAD).flatMap(([key, sentence]) => (brand[key] === undefined ? [] : [sentence]));
  return { ...imported, left: shorten([...left, ...unread, ...imported.left]) };
}
