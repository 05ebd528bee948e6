import { escapeHtml } from "@/lib/platform/output-text";
import { directionOf } from "./type/direction";

export const SIGNATURE_LIMITS = { name: 120, role: 120, email: 254, phone: 40 } as const;

/** All but the name can be empty. */
export type Signatory = Record<keyof typeof SIGNATURE_LIMITS, string>;

export interface SignatureBrand {
  name: string;
  /** Can be empty. */
  tagline: string;
  /** A BCP 47 tag. Null if the brand states none. */
  language: string | null;
  website: { href: string; host: string } | null;
  /** A CSS `font-family` list. */
  fonts: string;
  /** Hex colours that are readable on white. */
  colors: { ink: string; muted: string; link: string };
  /** Display size in pixels. `src` is a permanent URL. */
  logo: { src: string; width: number; height: number } | null;
}

export interface MailSignature {
  html: string;
  text: string;
}

/** The signature sets its own background, so that it is readable in dark mail programs. */
const GROUND = "#ffffff";

const tidy = (text: string, most: number): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, most)
    .toWellFormed();

const attributes = (values: Record<string, string | number | null>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === null ? [] : [` ${name}="${escapeHtml(String(value))}"`]))
    .join("");

const paragraph = (content: string, style: string, values: { dir: string; lang?: string | null }): string =>
  `<p${attributes({ ...values, style: `margin:0;${style}` })}>${content}</p>`;

const link = (href: string | null, text: string, color: string): string =>
  href === null
    ? escapeHtml(text)
    : `<a${attributes({ href, style: `color:${color};text-decoration:none` })}>${escapeHtml(text)}</a>`;

const mailto = (email: string): string | null =>
  /^[^\s@]+@[^\s@]+$/.test(email) ? `mailto:${encodeURIComponent(email).replace("%40", "@")}` : null;

/** Null for a text with more than a number, such as an extension. */
function tel(phone: string): string | null {
  const western = phone.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15));
  if (!/^[(\s]*\+?[\d\s()./‐-–-]+$/.test(western)) return null;
  // The zero of `+49 (0)30` is only dialled within the country.
  const dialled = western.replace(/^(\D*\+.*?)\(0\)/, "$1").replace(/[^\d+]/g, "");
  return /\d{3}/.test(dialled) ? `tel:${dialled}` : null;
}

/** One table with inline styles and no resource but the logo, as mail programs require. Escapes people's texts. */
export function mailSignature(brand: SignatureBrand, signatory: Signatory): MailSignature {
  const { name, tagline, language, website, fonts, colors, logo } = brand;
  const of = (key: keyof Signatory) => tidy(signatory[key], SIGNATURE_LIMITS[key]);
  const person = { name: of("name"), role: of("role"), email: of("email"), phone: of("phone") };
  const side = directionOf(name);
  const [start, end] = side === "rtl" ? ["right", "left"] : ["left", "right"];
  const muted = `color:${colors.muted}`;
  const own = { dir: "auto" };
  const stated = (text: string) => ({ lang: language, dir: directionOf(text) });
  const bold = `font-weight:bold;color:${colors.ink}`;

  const lines = [
    person.name && paragraph(escapeHtml(person.name), `font-size:18px;${bold}`, own),
    person.role && paragraph(escapeHtml(person.role), muted, own),
    paragraph(escapeHtml(name), `padding-bottom:8px;${bold}`, stated(name)),
    person.email && paragraph(link(mailto(person.email), person.email, colors.link), muted, own),
    person.phone && paragraph(link(tel(person.phone), person.phone, colors.link), muted, own),
    website && paragraph(link(website.href, website.host, colors.link), `font-weight:bold;${muted}`, { dir: "ltr" }),
    tagline && paragraph(escapeHtml(tagline), `padding-top:8px;font-size:13px;${muted}`, stated(tagline)),
  ].filter(Boolean);

  const bar = `border-${start}:4px solid ${colors.link}`;
  const picture =
    logo &&
    `<img${attributes({ ...logo, alt: name, lang: language, style: `display:block;border:0;width:${logo.width}px;height:${logo.height}px` })}>`;
  const table = {
    role: "presentation",
    dir: side,
    cellpadding: 0,
    cellspacing: 0,
    border: 0,
    bgcolor: GROUND,
    style: `border-collapse:collapse;background-color:${GROUND}`,
  };
  const texts = `padding:12px 16px;${picture ? "" : `${bar};`}text-align:${start};vertical-align:top;font-family:${fonts};font-size:14px;line-height:1.5;color:${colors.ink}`;
  const html = [
    `<table${attributes(table)}>`,
    "<tr>",
    ...(picture
      ? [`<td${attributes({ style: `padding:12px 16px;padding-${end}:0;${bar};vertical-align:top` })}>${picture}</td>`]
      : []),
    `<td${attributes({ style: texts })}>`,
    ...lines,
    "</td>",
    "</tr>",
    "</table>",
  ].join("\n");

  const contact = [person.email, person.phone, website?.host].filter(Boolean);
  const text = [[person.name, person.role, name].filter(Boolean), contact, tagline ? [tagline] : []]
    .filter((part) => part.length > 0)
    .map((part) => part.join("\n"))
    .join("\n\n");
  return { html, text };
}

/** A standalone page, white by default. Links open in a new tab. */
export const signaturePage = (
  { html }: MailSignature,
  { title, ground = GROUND }: { title: string; ground?: string },
): string =>
  [
    "<!doctype html>",
    "<html>",
    "<head>",
    '<meta charset="utf-8">',
    `<title>${escapeHtml(title)}</title>`,
    '<base target="_blank">',
    "</head>",
    `<body${attributes({ style: `margin:16px;background-color:${ground}` })}>`,
    html,
    "</body>",
    "</html>",
    "",
  ].join("\n");
