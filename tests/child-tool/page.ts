import { randomUUID } from "node:crypto";
import type { BrandBundle, CachedBundle, CacheRow } from "@/lib/contract";
import type { Happening } from "./activity";
import { textOn } from "./contrast";
import { documentOf } from "./document";
import { html, type Markup } from "./html";
import { LIVE_SCRIPT } from "./live";
import { logoStyle, pageStyle } from "./page-style";
import type { Session } from "./sessions";
import { type Surface, type Theme, themeOf } from "./theme";

interface BrandPage {
  cached: CachedBundle;
  row: CacheRow | null;
  session: Session;
  happenings: readonly Happening[];
  hubUrl: string;
  shownAt: Date;
  /** The active-brand cookie of this request. It can change before the page's script runs. */
  activeBrand: string;
  /** The active brand, if it isn't the page's. */
  otherBrand: string | null;
}

const moment = (at: Date): Markup =>
  html`<time datetime="${at.toISOString()}">${at.toISOString().slice(11, 19)} UTC</time>`;
const list = (entries: readonly string[] | undefined): Markup | null =>
  entries?.length ? html`<ul>${entries.map((entry) => html`<li>${entry}</li>`)}</ul>` : null;

/** Logos with their sizes. Without an image from the hub, the brand's name is shown. */
function logoPainter(bundle: BrandBundle, hubUrl: string) {
  const styles: string[] = [];
  const paint = ({ logo }: Surface, widthPx: number): Markup => {
    const isOurs = logo && URL.canParse(logo.url) && new URL(logo.url).origin === new URL(hubUrl).origin;
    if (!isOurs) return html`<span class="name">${bundle.brand.name}</span>`;
    const name = `logo-${styles.length}`;
    styles.push(logoStyle(name, logo.min_width_px, widthPx));
    return html`<img class="${name}" src="${logo.url}" alt="${bundle.brand.name}" data-variant="${logo.variant}">`;
  };
  return { styles, paint };
}

function pieces(
  { identity: { brand, persona } }: BrandBundle,
  theme: Theme,
  paint: (surface: Surface, widthPx: number) => Markup,
) {
  const written = (persona.examples ?? []).filter(({ text }) => text);
  const spare = [brand.promise, brand.mission, brand.tagline]
    .filter((text) => text !== undefined)
    .map((text) => ({ context: "Draft", text }));
  const [first, second, third] = [...written, ...spare];
  const backgrounds = [
    ["primary", first],
    ["opposite", second],
    ["accent", third],
  ] as const;
  return backgrounds.map(([name, piece]) => {
    const surface = theme[name];
    return html`<figure class="piece on-${name}"><blockquote>${piece?.text ?? brand.tagline ?? ""}</blockquote>
<figcaption>${piece?.context ?? "Draft"}</figcaption><div class="foot">${paint(surface, 150)}</div></figure>`;
  });
}

function desk({ cached, row, session, happenings, shownAt }: BrandPage): Markup {
  const { brand, identity_version: version } = cached.bundle;
  return html`<div class="desk rule"><div class="wrap columns">
<section><h2>What this tool holds</h2>
<dl><dt>Brand</dt><dd><code>${brand.id}</code></dd>
<dt>Version</dt><dd>${version}</dd>
<dt>Read</dt><dd>${row?.fetched_at ? moment(row.fetched_at) : "not finished"}</dd>
<dt>State</dt><dd>${row?.stale ? "stale: the hub is asked at the next look" : "fresh"}</dd>
<dt>You</dt><dd>${session.role}</dd></dl>
<form method="post" action="/events/demo">
<input type="hidden" name="form_key" value="${session.formKey}">
<input type="hidden" name="idempotency_key" value="${randomUUID()}">
<input type="hidden" name="occurred_at" value="${shownAt.toISOString()}">
<button type="submit">Publish the drafts</button>
<p>Tells the hub so, as an event with an idempotency key.</p>
</form></section>
<section id="activity"><h2>Between this tool and the hub</h2>
<ul class="log">${happenings.map(
    ({ at, kind, ok, text }) =>
      html`<li data-kind="${kind}">${moment(at)}<span><strong>${kind}${ok ? "" : " failed"}</strong> · ${text}</span></li>`,
  )}</ul></section>
</div></div>`;
}

/** The page of a brand, with recent activity. */
export function brandPage(input: BrandPage): Response {
  const { activeBrand, cached, hubUrl, otherBrand, session } = input;
  const { brand, identity, identity_version: version, colors } = cached.bundle;
  const theme = themeOf(cached.bundle);
  const { styles, paint } = logoPainter(cached.bundle, hubUrl);
  const swatches = colors.palette.map((entry) => ({ ...entry, text: textOn(entry.hex, []) }));
  const { typography, tagline, description } = identity.brand;
  const { voice, dos, donts } = identity.persona;
  const body = html`<body data-active="${activeBrand}" data-brand="${brand.id}" data-version="${version}">
<header class="bar wrap"><strong>Brand Studio</strong><span>${brand.slug}</span>
<span class="chip" role="status">Version ${version}</span>
<form method="post" action="/leave"><input type="hidden" name="form_key" value="${session.formKey}"><button type="submit">Leave</button></form></header>
<main>
<div class="wrap">
${cached.outdated ? html`<p class="notice">The hub did not answer, so this is the brand as we last knew it. <a href="/">Try again</a></p>` : null}
${otherBrand ? html`<p class="notice">Your active brand is now ${otherBrand}, which the hub has not handed to this tool. <a href="/connect">Ask again</a></p>` : null}
<section class="hero">${paint(theme.page, 260)}<h1>${tagline ?? brand.name}</h1>${description ? html`<p>${description}</p>` : null}</section>
<section class="pieces" aria-label="Drafts">${pieces(cached.bundle, theme, paint)}</section>
<section class="palette"><h2>Palette</h2><ul class="swatches">${swatches.map(
    ({ name, hex, role }, index) =>
      html`<li class="swatch-${index}"><strong>${name}</strong><code>${hex}</code><span>${role}</span></li>`,
  )}</ul></section>
<div class="columns">
<section><h2>Voice</h2>${voice?.summary ? html`<p>${voice.summary}</p>` : null}${list(voice?.attributes)}</section>
<section><h2>Do</h2>${list(dos)}</section>
<section><h2>Don’t</h2>${list(donts)}</section>
<section><h2>Type</h2>${list([typography?.heading, typography?.body, typography?.mono].filter((font) => font !== undefined))}</section>
<section class="wide"><h2>Logo rules</h2>${list(cached.bundle.logos.rules)}</section>
</div></div>
${desk(input)}
</main></body>`;
  const style = `${pageStyle(theme, swatches)}\n${styles.join("\n")}`;
  const title = `${brand.name}, version ${version} · Brand Studio`;
  return documentOf({ status: 200, title, body, style, script: LIVE_SCRIPT, hubOrigin: new URL(hubUrl).origin });
}
