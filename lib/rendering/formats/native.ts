import {
  hexToRgb,
  type StoredEasing,
  type StoredLength,
  type StoredShadowLayer,
  type StoredTokenColor,
  tokensOf,
  toMs,
  toPx,
} from "@/lib/content";
import type { FoundationGroup } from "@/lib/contract";
import { type ColorToken, type TokenSource, tokenSetOf } from "./design-tokens";

const share = (value: number) => String(Number(value.toFixed(4)));
const points = (length: StoredLength) => share(toPx(length));
const seconds = (value: Parameters<typeof toMs>[0]) => share(toMs(value) / 1000);

/** Keywords that a name could equal. */
const SWIFT_WORDS = new Set(
  "any as associatedtype await break case catch class continue default defer deinit do else enum extension fallthrough false fileprivate for func guard if import in init inout internal is let nil none open operator private protocol public repeat rethrows return self some static struct subscript super switch throw throws true try typealias var where while".split(
    " ",
  ),
);

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** `barnBlue` for `barn-blue`, `color50Grey` for `50-grey`. */
function swiftName(group: string, token: string): string {
  const name = token.replaceAll(/-+([a-z\d])/g, (_, first: string) => first.toUpperCase());
  return /^\d/.test(name) || SWIFT_WORDS.has(name) ? `${group}${capital(name)}` : name;
}

/** Joining words can create duplicates. */
function swiftNames(group: string, tokens: readonly { name: string }[]): string[] {
  const taken = new Set<string>();
  return tokens.map(({ name: token }) => {
    const base = swiftName(group, token);
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`;
    taken.add(name);
    return name;
  });
}

function swiftColor(hex: string, alpha = 1): string {
  const { r, g, b } = hexToRgb(hex);
  const [red, green, blue] = [r, g, b].map((value) => (value / 255).toFixed(4));
  const opacity = alpha < 1 ? `, opacity: ${share(alpha)}` : "";
  return `Color(.sRGB, red: ${red}, green: ${green}, blue: ${blue}${opacity})`;
}

const swiftTokenColor = ({ hex, alpha }: StoredTokenColor) => swiftColor(hex, alpha);

/** @param type says what the literals are, where Swift would choose another type */
function swiftEnum(name: string, tokens: readonly { name: string; value: string; note?: string }[], type = ""): string {
  if (tokens.length === 0) return "";
  const names = swiftNames(name.toLowerCase(), tokens);
  const lines = tokens.map(
    ({ value, note }, index) =>
      `${note ? `    /// ${note}\n` : ""}    static let ${names[index]}${type && `: ${type}`} = ${value}`,
  );
  return `\nenum Brand${name} {\n${lines.join("\n")}\n}\n`;
}

const ADAPTIVE = `
private func adaptive(_ light: Color, dark: Color) -> Color {
    #if canImport(UIKit) && !os(watchOS)
    return Color(UIColor { $0.userInterfaceStyle == .dark ? UIColor(dark) : UIColor(light) })
    #else
    return light
    #endif
}
`;

const SHADOW_LAYER =
  "\nstruct BrandShadowLayer { let color: Color; let x, y, blur, spread: CGFloat; let inset: Bool }\n";
const BORDER_STYLE = "\nstruct BrandBorderStyle { let color: Color; let width: CGFloat; let style: String }\n";
const TEXT_STYLE =
  "\nstruct BrandTextStyle { let family: String; let size, weight, lineHeight, letterSpacing: CGFloat }\n";

const curve = (points: StoredEasing) => points.map(share).join(", ");

const swiftLayer = ({ color, offsetX, offsetY, blur, spread, inset }: StoredShadowLayer) => {
  const [x, y, b, s] = [offsetX, offsetY, blur, spread].map(points);
  return `BrandShadowLayer(color: ${swiftTokenColor(color)}, x: ${x}, y: ${y}, blur: ${b}, spread: ${s}, inset: ${inset})`;
};

/** SwiftUI. It draws gradient stops in any shape. */
export function asSwift(source: TokenSource): string {
  const { colors, gradients, fonts, texts, foundations, colorOf } = tokenSetOf(source);
  const colorNames = new Map(swiftNames("color", colors).map((name, index) => [colors[index] as ColorToken, name]));
  const tokens = <Group extends FoundationGroup>(group: Group) =>
    tokensOf(foundations, group).map(([name, value]) => ({ name, value }));
  const lengths = (group: "spacing" | "radius") =>
    tokens(group).map(({ name, value }) => ({ name, value: points(value) }));
  const [borders, shadows] = [tokens("border"), tokens("shadow")];
  const family = (role: string) => JSON.stringify(fonts.find(({ name }) => name === role)?.families[0] ?? "");
  const parts = [
    swiftEnum(
      "Color",
      colors.map(({ name, hex, dark, entry }) => ({
        name,
        value: dark ? `adaptive(${swiftColor(hex)}, dark: ${swiftColor(dark)})` : swiftColor(hex),
        note: `${hex}${dark ? `, ${dark} in dark mode` : ""}, ${entry.role}`,
      })),
    ),
    swiftEnum(
      "Gradient",
      gradients.map(({ name, gradient: { kind, angle, stops } }) => {
        const written = stops
          .toSorted((a, b) => a.position - b.position)
          .map(({ color_id, hex, position }) => {
            const followed = colorOf(color_id);
            const color = followed ? `BrandColor.${colorNames.get(followed)}` : swiftColor(hex);
            return `        .init(color: ${color}, location: ${position}),\n`;
          });
        const note = kind === "radial" ? kind : `${kind}, ${angle} degrees as style sheets count them`;
        return { name, value: `Gradient(stops: [\n${written.join("")}    ])`, note };
      }),
    ),
    swiftEnum(
      "Font",
      fonts.map(({ name }) => ({ name, value: family(name) })),
    ),
    texts.length > 0 && TEXT_STYLE,
    swiftEnum(
      "Text",
      texts.map(({ name, style: { font, fontSize, fontWeight, lineHeight, letterSpacing } }) => ({
        name,
        value: `BrandTextStyle(family: ${family(font)}, size: ${points(fontSize)}, weight: ${fontWeight}, lineHeight: ${lineHeight}, letterSpacing: ${points(letterSpacing)})`,
      })),
    ),
    swiftEnum("Spacing", lengths("spacing"), "CGFloat"),
    swiftEnum("Radius", lengths("radius"), "CGFloat"),
    borders.length > 0 && BORDER_STYLE,
    swiftEnum(
      "Border",
      borders.map(({ name, value: { color, width, style } }) => ({
        name,
        value: `BrandBorderStyle(color: ${swiftTokenColor(color)}, width: ${points(width)}, style: "${style}")`,
      })),
    ),
    shadows.length > 0 && SHADOW_LAYER,
    swiftEnum(
      "Shadow",
      shadows.map(({ name, value }) => ({ name, value: `[${value.map(swiftLayer).join(", ")}]` })),
    ),
    swiftEnum(
      "Duration",
      tokens("duration").map(({ name, value }) => ({ name, value: seconds(value) })),
      "TimeInterval",
    ),
    swiftEnum(
      "Easing",
      tokens("easing").map(({ name, value }) => ({ name, value: `[${curve(value)}]` })),
      "[Double]",
    ),
    swiftEnum(
      "Transition",
      tokens("transition").map(({ name, value: { duration, delay, timingFunction } }) => ({
        name,
        value: `Animation.timingCurve(${curve(timingFunction)}, duration: ${seconds(duration)})${delay.value > 0 ? `.delay(${seconds(delay)})` : ""}`,
      })),
    ),
    colors.some(({ dark }) => dark) && ADAPTIVE,
  ];
  return `import SwiftUI\n${parts.filter(Boolean).join("")}`;
}

const xmlText = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/['"\\]/g, "\\$&")
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, "");

/** `res/values` or `res/values-night`. Gradients and shadows would need a file each, borders have their width. */
export const asAndroid =
  (mode: "light" | "dark") =>
  (source: TokenSource): string => {
    const { colors, fonts, texts, foundations } = tokenSetOf(source);
    const named = (group: string, name: string) => `brand_${group && `${group}_`}${name.replaceAll("-", "_")}`;
    const item = (kind: string, name: string, value: string) => `    <${kind} name="${name}">${value}</${kind}>`;
    const family = (role: string) => xmlText(fonts.find(({ name }) => name === role)?.families[0] ?? "");
    const night = colors.flatMap(({ name, dark }) =>
      dark ? [item("color", named("", name), dark.toUpperCase())] : [],
    );
    const day = [
      ...colors.map(({ name, hex }) => item("color", named("", name), hex.toUpperCase())),
      ...fonts.map(({ name }) => item("string", named("font", name), family(name))),
      ...texts.map(({ name, style: { font, fontSize, fontWeight, letterSpacing, lineHeight } }) => {
        const size = toPx(fontSize);
        const items = {
          fontFamily: family(font),
          textSize: `${share(size)}sp`,
          textFontWeight: String(fontWeight),
          // In ems.
          letterSpacing: share(toPx(letterSpacing) / size),
          lineHeight: `${share(size * lineHeight)}sp`,
        };
        const written = Object.entries(items).map(([key, value]) => `    ${item("item", `android:${key}`, value)}\n`);
        return `    <style name="${named("text", name)}">\n${written.join("")}    </style>`;
      }),
      ...(["spacing", "radius"] as const).flatMap((group) =>
        tokensOf(foundations, group).map(([name, value]) => item("dimen", named(group, name), `${points(value)}dp`)),
      ),
      ...tokensOf(foundations, "border").map(([name, { width }]) =>
        item("dimen", named("border", name), `${points(width)}dp`),
      ),
      ...tokensOf(foundations, "duration").map(([name, value]) =>
        item("integer", named("duration", name), String(Math.round(toMs(value)))),
      ),
    ];
    const lines = mode === "light" ? day : night;
    return `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${lines.map((line) => `${line}\n`).join("")}</resources>\n`;
  };

const COLOR_BLOCK = 0x0001;
const GLOBAL_COLOR = 0;
/** Signature, version and number of blocks. */
const HEADER_BYTES = 12;
/** Type and length, which the length excludes. */
const BLOCK_HEAD_BYTES = 6;
/** Name length, colour space, three numbers and colour type. */
const COLOR_BYTES = 2 + 4 + 3 * 4 + 2;
const ASCII = new TextEncoder();

/** Adobe Swatch Exchange 1.0, for Illustrator, InDesign and Photoshop. It has no gradients. */
export function asSwatches(source: TokenSource): Uint8Array<ArrayBuffer> {
  // Names are zero-terminated UTF-16. The length counts code units.
  const colors = tokenSetOf(source).colors.map(({ label, hex }) => ({
    name: `${label.replaceAll("\0", "")}\0`,
    rgb: hexToRgb(hex),
  }));
  const lengthOf = ({ name }: { name: string }) => COLOR_BYTES + 2 * name.length;
  const bytes = colors.reduce((sum, color) => sum + BLOCK_HEAD_BYTES + lengthOf(color), HEADER_BYTES);
  const file = new Uint8Array(bytes);
  const view = new DataView(file.buffer);
  file.set(ASCII.encode("ASEF"));
  view.setUint16(4, 1);
  view.setUint32(8, colors.length);
  let offset = HEADER_BYTES;
  for (const color of colors) {
    const { name, rgb } = color;
    view.setUint16(offset, COLOR_BLOCK);
    view.setUint32(offset + 2, lengthOf(color));
    view.setUint16(offset + 6, name.length);
    offset += 8;
    for (let index = 0; index < name.length; index += 1) view.setUint16(offset + 2 * index, name.charCodeAt(index));
    offset += 2 * name.length;
    file.set(ASCII.encode("RGB "), offset);
    for (const [index, value] of [rgb.r, rgb.g, rgb.b].entries()) view.setFloat32(offset + 4 + 4 * index, value / 255);
    view.setUint16(offset + 16, GLOBAL_COLOR);
    offset += 18;
  }
  return file;
}
