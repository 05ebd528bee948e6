import type { CSSProperties } from "react";
import { StandInNote } from "@/components/showcase/brand-drawing";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { TextLink } from "@/components/ui/text";
import {
  type BrandDocument,
  cssFeatures,
  emptyTypography,
  FONT_ROLE_LABELS,
  fontFor,
  lengthCss,
  licenseText,
  ROLE_WORDS,
  rolesOf,
  type StoredFont,
  type StoredTypography,
  scriptsText,
  styleName,
  styleText,
  typefaceNames,
  weightsText,
} from "@/lib/content";
import { FONT_ROLES, type FontRole, TEXT_STYLES, type TextStyleName } from "@/lib/contract";
import { bidiIsolate, webAddress } from "@/lib/platform/text";
import { familiesOf, shownTypefaces } from "@/lib/rendering";
import { factBlock, type Reading, together } from "./chapter";

export const TYPOGRAPHY_SECTIONS = [
  {
    id: "typefaces",
    title: "Typefaces",
    description: "The brand’s fonts, with weights, scripts and licences.",
    paths: ["typography.fonts"],
  },
  {
    id: "pairing",
    title: "Pairing",
    description: "The typefaces for headings, body text and code. Text styles follow when you change one.",
    paths: ["typography.roles"],
  },
  {
    id: "styles",
    title: "Text styles",
    description: "Size, weight, spacing and line height for each kind of text.",
    paths: ["typography.styles"],
  },
] as const;

type Brand = Pick<BrandDocument, "identity" | "typography"> & { name: string };

/** On a page with the brand's `lookRules`, which load its fonts. */
export function typographySections({ typography = emptyTypography(), ...brand }: Brand) {
  const whole = { ...brand, typography };
  const readings = { typefaces: typefacesBlock(whole), pairing: pairingBlock(whole), styles: stylesBlock(whole) };
  return TYPOGRAPHY_SECTIONS.map((section) => ({ ...section, reading: readings[section.id] }));
}

type WholeBrand = Brand & { typography: StoredTypography };

function typefacesBlock({ identity, typography }: WholeBrand): Reading {
  const shown = shownTypefaces({ identity, typography });
  return together(
    typography.fonts.length > 0 ? (
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,19rem),1fr))] gap-4">
        {typography.fonts.map((font) => (
          <Typeface key={font.id} font={font} typography={typography} sentence={identity.brand.tagline} />
        ))}
      </ul>
    ) : null,
    shown.some(({ standsIn }) => standsIn) ? <StandInNote typefaces={shown} href={null} /> : null,
  );
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 &?!€";

const setIn = (typography: StoredTypography, font: StoredFont): CSSProperties => ({
  fontFamily: familiesOf(typography, font),
  fontFeatureSettings: cssFeatures(font),
});

type TypefaceProps = { font: StoredFont; typography: StoredTypography; sentence: string | undefined };

function Typeface({ font, typography, sentence }: TypefaceProps) {
  const { family, files, scripts, fallbacks, opentype_features: features, license } = font;
  const roles = rolesOf(typography, font).map((role) => ROLE_WORDS[role]);
  const faces = facesOf(font);
  const main = faces.find(({ weight, style }) => weight === 400 && style === "normal") ?? faces[0];
  const look = { ...setIn(typography, font), fontWeight: main?.weight, fontStyle: main?.style };
  const latin = scripts.length === 0 || scripts.includes("Latn");
  const address = webAddress(license.url);
  const terms = licenseText(address ? { ...license, url: "" } : license, bidiIsolate);
  return (
    <li className="flex min-w-0 flex-col gap-4 rounded-xl bg-raised p-5" data-specimen={family}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <ContentText as="p" className="text-base wrap-anywhere">
          {family}
        </ContentText>
        {roles.length > 0 ? <p className="text-[0.8125rem] text-muted">For {roles.join(", ")}</p> : null}
      </div>
      <div style={look}>
        <p aria-hidden="true" className="text-7xl leading-none">
          {latin ? "Aa" : specimenFor(scripts, undefined).slice(0, 2)}
        </p>
        <ContentText as="p" className="mt-4 text-2xl leading-tight wrap-anywhere">
          {specimenFor(scripts, sentence)}
        </ContentText>
        {latin ? (
          <p aria-hidden="true" className="mt-3 text-muted text-sm leading-relaxed wrap-anywhere">
            {ALPHABET}
          </p>
        ) : null}
        {faces.length > 1 ? (
          <ul aria-hidden="true" className="mt-4 flex flex-wrap items-baseline gap-x-5 gap-y-1">
            {faces.map(({ weight, style }) => (
              <li
                key={`${weight} ${style}`}
                className="flex flex-col text-2xl"
                style={{ fontWeight: weight, fontStyle: style }}
              >
                Ag
                <span className="font-normal font-sans text-muted text-xs not-italic">
                  {`${weight}${style === "normal" ? "" : ` ${style}`}`}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <div className="mt-auto text-[0.8125rem]">
        {factBlock([
          ["Weights", <span key="weights">{files.map(weightsText).join(", ") || "No font files"}</span>],
          ["Scripts", scripts.length > 0 && <span key="scripts">{scriptsText(scripts)}</span>],
          ["Features", features.join(", ")],
          ["Fallbacks", fallbacks.join(", ")],
          ["Licensed", terms && <MixedText key="terms">{terms}</MixedText>],
          [
            "Licence",
            address && (
              <TextLink key="url" href={address.href} external>
                {address.host}
              </TextLink>
            ),
          ],
        ])}
      </div>
    </li>
  );
}

const MOST_FACES = 12;

/** Each static weight, and of a variable file the ends with the usual weights between. */
function facesOf({ files }: StoredFont) {
  const faces = files.flatMap(({ weights: [min, max], style }) =>
    [min, 400, 700, max]
      .filter((weight, at, all) => weight >= min && weight <= max && all.indexOf(weight) === at)
      .map((weight) => [`${weight} ${style}`, { weight, style }] as const),
  );
  return [...new Map(faces).values()].slice(0, MOST_FACES);
}

function pairingBlock(brand: WholeBrand): Reading {
  const { name, identity, typography } = brand;
  const names = typefaceNames(brand);
  if (FONT_ROLES.every((role) => !names[role])) return null;
  const { heading, body } = typography.styles;
  const look = (role: FontRole, fontWeight: number): CSSProperties => {
    const font = fontFor(typography, role);
    return { ...(font && setIn(typography, font)), fontWeight };
  };
  return (
    <div className="grid gap-x-10 gap-y-4 @2xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="flex flex-col gap-3">
        <ContentText
          as="p"
          className="text-balance text-4xl leading-tight wrap-anywhere"
          style={look("heading", heading?.fontWeight ?? 700)}
        >
          {textFor("heading", name, identity)}
        </ContentText>
        <ContentText
          as="p"
          className="max-w-prose text-base leading-relaxed wrap-anywhere rtl:ml-auto"
          style={look("body", body?.fontWeight ?? 400)}
        >
          {textFor("body", name, identity)}
        </ContentText>
        {names.mono ? (
          <p className="text-muted" style={look("mono", 400)}>
            const total = 1,024.50;
          </p>
        ) : null}
      </div>
      <div>{factBlock(FONT_ROLES.map((role) => [FONT_ROLE_LABELS[role], names[role]]))}</div>
    </div>
  );
}

function stylesBlock({ name, identity, typography }: WholeBrand): Reading {
  const stated = TEXT_STYLES.flatMap((key) => {
    const style = typography.styles[key];
    return style ? [{ key, style }] : [];
  });
  if (stated.length === 0) return null;
  return (
    <ul className="divide-y divide-line border-line border-t">
      {stated.map(({ key, style }) => {
        const font = fontFor(typography, style.font);
        return (
          <li key={key} className="grid items-baseline gap-x-8 gap-y-1 py-4 @2xl:grid-cols-[14rem_minmax(0,1fr)]">
            <p className="flex flex-col">
              <span className="font-medium">{styleName(key)}</span>
              <span className="text-[0.8125rem] text-muted">
                <MixedText>{styleText(style, font && bidiIsolate(font.family))}</MixedText>
              </span>
            </p>
            <ContentText
              as="p"
              data-style={key}
              className="line-clamp-5 wrap-anywhere"
              style={{
                ...(font && setIn(typography, font)),
                fontSize: lengthCss(style.fontSize),
                fontWeight: style.fontWeight,
                letterSpacing: lengthCss(style.letterSpacing),
                lineHeight: style.lineHeight,
              }}
            >
              {textFor(key, name, identity)}
            </ContentText>
          </li>
        );
      })}
    </ul>
  );
}

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
function specimenFor(scripts: readonly string[], own: string | undefined): string {
  if (scripts.length === 0 || scripts.includes("Latn")) return own || LATIN;
  return scripts.map((script) => IN_SCRIPT[script]).find(Boolean) ?? LATIN;
}

/** Returns a text of the brand for a text style, or a sample where it has none. */
function textFor(name: TextStyleName, brandName: string, { brand }: BrandDocument["identity"]): string {
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
