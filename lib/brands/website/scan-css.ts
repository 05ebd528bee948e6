import { tokenTypes as Css, tokenize } from "css-tree/tokenizer";
import { hslOfChannels, readTokenColor } from "../read-token-color";

const GENERIC =
  /^(?:sans-serif|serif|monospace|cursive|fantasy|system-ui|math|emoji|inherit|initial|unset|revert|ui-[\w-]+|-apple-system|blinkmacsystemfont|var\(.*)$/i;
const MAX_FAMILY = 100;
/** Fonts of icons, which are no typeface of a brand. */
const ICONS =
  /font ?awesome|material (?:icons|symbols)|icomoon|glyphicon|dashicons|ionicons|fontello|flaticon|linearicons|lineicons|themify|typicons|octicons|codicon|remixicon|bootstrap-icons|feather|[\w-]*icons?$/i;
/** Custom properties that a framework writes into every page, whatever its colours. */
const PRESET = /^--(?:wp--preset|bs-|tw-|mdc-|swiper-|fa-|chakra-|ant-)/;
/** Where a colour may be written by its name. */
const COLORED = /color|background|border|outline|fill|stroke|shadow|^--/;

type Tally = Map<string, number>;
const count = (tally: Tally, key: string) => tally.set(key, (tally.get(key) ?? 0) + 1);

interface Declaration {
  property: string;
  value: { type: number; text: string }[];
}

/** Each declaration of a sheet: what stands between a colon and the semicolon or bracket behind it, within a block. */
function declarationsOf(css: string): Declaration[] {
  const found: Declaration[] = [];
  let depth = 0;
  let before = "";
  let open: Declaration | null = null;
  const close = () => {
    if (open) found.push(open);
    open = null;
    before = "";
  };
  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end);
    if (type === Css.Comment) return;
    if (type === Css.LeftCurlyBracket) {
      // What seemed a declaration was the selector of a rule within a rule, such as `a:hover`.
      open = null;
      before = "";
      depth += 1;
    } else if (type === Css.RightCurlyBracket) {
      close();
      depth = Math.max(0, depth - 1);
    } else if (type === Css.Semicolon) close();
    else if (open) (open as Declaration).value.push({ type, text });
    else if (type === Css.Colon && depth > 0 && before !== "") open = { property: before.toLowerCase(), value: [] };
    else if (type === Css.Ident) before = text;
  });
  return found;
}

/** The colours of a value: hexes, functions up to their bracket, and names where colours stand. */
function colorsIn({ property, value }: Declaration): string[] {
  const channels = property.startsWith("--") ? hslOfChannels(textOf(value)) : null;
  const texts: string[] = channels ? [channels] : [];
  for (let index = 0; index < value.length; index += 1) {
    const { type, text } = value[index] ?? { type: 0, text: "" };
    if (type === Css.Hash || (type === Css.Ident && COLORED.test(property))) texts.push(text);
    else if (type === Css.Function && /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\($/i.test(text)) {
      const end = value.findIndex((one, at) => at > index && one.type === Css.RightParenthesis);
      if (end < 0) break;
      texts.push(
        value
          .slice(index, end + 1)
          .map((one) => one.text)
          .join(""),
      );
      index = end;
    }
  }
  return texts.flatMap((text) => {
    const color = readTokenColor(text);
    return "hex" in color ? [color.hex] : [];
  });
}

const textOf = (value: Declaration["value"]): string => value.map(({ text }) => text).join("");

const isSize = ({ type, text }: Declaration["value"][number]): boolean =>
  type === Css.Dimension ||
  type === Css.Percentage ||
  /^(?:(?:x{1,3}-)?(?:small|large)|medium|smaller|larger)$/i.test(text);

/** What a `font` names after its size and line height. */
function familiesOfShorthand(value: Declaration["value"]): string {
  const size = value.findIndex(isSize);
  return size < 0 ? "" : textOf(value.slice(size + 1)).replace(/^\s*\/\s*[^\s]+/, "");
}

/** The first family that a value names, which the page wants; null where it names none of its own. */
function familyIn({ property, value }: Declaration): string | null {
  const isFamily =
    property === "font-family" || /^--.*font.*(?:family|sans|serif|mono|heading|body|display)/.test(property);
  if (!isFamily && property !== "font") return null;
  const [first = ""] = (isFamily ? textOf(value) : familiesOfShorthand(value)).split(",", 1);
  const family = first
    .replace(/\s*!\s*important\s*$/i, "")
    .trim()
    .replace(/^(["'])(.*)\1$/s, "$2")
    .trim();
  const isName = family !== "" && family.length <= MAX_FAMILY && !/[;{}()"'<>\\]/.test(family);
  return isName && !GENERIC.test(family) && !ICONS.test(family) ? family : null;
}

const mostUsed = (tally: Tally, most: number): [string, number][] =>
  [...tally].toSorted(([, a], [, b]) => b - a).slice(0, most);

/** Colours and typefaces of a sheet and how often each is named, the most used first; those that only a framework's presets name come last. */
export function scanCss(css: string, most: { colors: number; fonts: number }) {
  const colors: Tally = new Map();
  const presets: Tally = new Map();
  const fonts: Tally = new Map();
  /** How a family was spelt first: names of families know no case. */
  const spelt = new Map<string, string>();
  for (const declaration of declarationsOf(css)) {
    for (const hex of colorsIn(declaration)) count(PRESET.test(declaration.property) ? presets : colors, hex);
    const family = familyIn(declaration);
    if (!family) continue;
    const key = family.toLowerCase();
    spelt.set(key, spelt.get(key) ?? family);
    count(fonts, spelt.get(key) ?? family);
  }
  for (const hex of colors.keys()) presets.delete(hex);
  const used = mostUsed(colors, most.colors);
  return { colors: [...used, ...mostUsed(presets, most.colors - used.length)], fonts: mostUsed(fonts, most.fonts) };
}
