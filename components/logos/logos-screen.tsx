"use client";

import { CircleCheck, CircleDashed } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { BRAND_PAGE } from "@/components/chapters/chapter";
import { SectionBlock } from "@/components/chapters/chapter-page";
import { LOGO_RULES, logoRules } from "@/components/chapters/public-logos";
import { type LookOfDraft, useDraftLook } from "@/components/chapters/use-draft-look";
import { useSections } from "@/components/chapters/use-sections";
import { useDraft } from "@/components/draft/draft-provider";
import { useSignedUrls } from "@/components/files/use-signed-urls";
import { useUploads } from "@/components/files/use-uploads";
import { EmptyState } from "@/components/ui/empty-state";
import { Fieldset } from "@/components/ui/field-parts";
import { useLate } from "@/components/ui/hooks";
import { ListInput } from "@/components/ui/list-input";
import { PageHeader } from "@/components/ui/page-header";
import { PageStyle } from "@/components/ui/page-style";
import { cx } from "@/components/ui/styles";
import { usePanelAddress } from "@/components/ui/use-panel-address";
import {
  addLogo,
  changeLogo,
  clearSpaceOf,
  DOCUMENT_LIMITS,
  fileNameFor,
  type Logos,
  logoWarnings,
  nameFromFile,
  newLogo,
  type RenderedLogo,
  type Rendition,
  removeLogo,
  setRules,
  thumbnailOf,
} from "@/lib/content";
import { LOGO_VARIANTS, type LogoVariant } from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import { LogoSlot } from "./logo-slot";
import { LOGO_PX, type LogoPurpose, type ShownLogo, VARIANT_LABELS } from "./variant-labels";

/** Longest side of the bitmap to analyse, in pixels. Shares of colours need no more. */
const SIDE = 64;

async function analyse({ src, fileSrc }: { src: string; fileSrc: string }, mime: string): Promise<RenderedLogo | null> {
  const picture = new Image();
  picture.src = src;
  await picture.decode();
  const scale = SIDE / Math.max(picture.naturalWidth, picture.naturalHeight, 1);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale));
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  if (!drawing) return null;
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height);
  const liveText = mime === "image/svg+xml" && /<text[\s>/]/.test(await (await fetch(fileSrc)).text());
  return { pixels: data, liveText };
}

/** Results of analysing logos in this window, by file hash. Null where that failed. */
function useLogoLooks(
  logos: readonly Pick<ShownLogo, "item" | "src" | "fileSrc">[],
): ReadonlyMap<string, RenderedLogo | null> {
  const [looks, setLooks] = useState<ReadonlyMap<string, RenderedLogo | null>>(new Map());
  const requested = useRef(new Set<string>());
  useEffect(() => {
    for (const { src, fileSrc, item } of logos) {
      const { sha256, mime } = item.file;
      if (!src || !fileSrc || requested.current.has(sha256)) continue;
      requested.current.add(sha256);
      analyse({ src, fileSrc }, mime)
        // The picture shows its own error.
        .catch(() => null)
        .then((result) => setLooks((results) => new Map(results).set(sha256, result)));
    }
  }, [logos]);
  return looks;
}

function SlotList({ slots }: { slots: readonly { variant: LogoVariant; count: number }[] }) {
  return (
    <nav aria-label="Logo slots">
      <ul className="flex flex-wrap gap-1.5">
        {slots.map(({ variant, count }) => (
          <li key={variant}>
            <a
              href={`#slot-${variant}`}
              className="inline-flex h-7 items-center gap-1.5 rounded-full border border-line bg-surface px-2.5 text-[0.8125rem] text-ink hover:bg-hover [&_svg]:size-3.5"
            >
              {count > 0 ? (
                <CircleCheck aria-hidden="true" className="text-success" />
              ) : (
                <CircleDashed aria-hidden="true" className="text-muted" />
              )}
              {VARIANT_LABELS[variant].label}
              <span className="text-muted">{count > 0 ? count : variant === "other" ? "none" : "missing"}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const meaning = (lines: readonly string[]) => lines.map((line) => line.trim()).filter(Boolean);
const equal = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((line, index) => line === b[index]);

function RulesFields({ rules, onChange }: { rules: readonly string[]; onChange: (rules: string[]) => void }) {
  // Drafts don't keep empty lines, so a new line lives here until it has text.
  const [lines, setLines] = useState<readonly string[]>(rules);
  const shown = equal(meaning(lines), rules) ? lines : rules;
  return (
    <Fieldset legend="Rules for the logos" hideLegend hint="Press Enter for a new line. Use the arrows to reorder.">
      <ListInput
        itemLabel="Rule"
        value={shown}
        maxItems={DOCUMENT_LIMITS.logoRules}
        maxLength={DOCUMENT_LIMITS.prose}
        placeholder="Don’t change its colours."
        onValueChange={(next) => {
          setLines(next);
          if (!equal(meaning(next), rules)) onChange(meaning(next));
        }}
      />
    </Fieldset>
  );
}

const PANEL = { parameter: "logo", prefixes: ["logos.items.", "logos.checks."] };

const PLACES = [LOGO_RULES];

const loadLogoPanel = () => import("./logo-panel").then(({ LogoPanel }) => LogoPanel);

export function LogosScreen(look: LookOfDraft) {
  const { document, update, canEdit, brandId, brandSlug } = useDraft();
  const { signedUrls, signFiles } = look;
  const sections = useSections(PLACES);
  const { rules: css } = useDraftLook(document, look);
  const { items, rules } = document.logos;
  const { id: openId, go } = usePanelAddress(PANEL);
  const { part: LogoPanel, need } = useLate(loadLogoPanel, openId !== null);
  const wanted = items.flatMap(({ file }) => [file.sha256, thumbnailOf(file, LOGO_PX)]);
  const { urlOf, learn } = useSignedUrls({ brandId, wanted, initial: signedUrls, sign: signFiles });
  const edit = useMemo(
    () => (change: (logos: Logos) => Logos) => update((current) => ({ ...current, logos: change(current.logos) })),
    [update],
  );
  const uploads = useUploads<LogoPurpose>(`/b/${brandSlug}/uploads`, ({ file, signedUrl }, sent, purpose) => {
    if (!file.mime.startsWith("image/")) return { error: "Upload a PNG, JPEG, WebP or SVG file." };
    if (purpose.kind === "add" && items.length >= DOCUMENT_LIMITS.logos)
      return { error: `A brand has at most ${DOCUMENT_LIMITS.logos} logos.` };
    learn(file.sha256, signedUrl);
    if (purpose.kind === "replace") {
      edit((logos) => changeLogo(logos, purpose.id, { file }));
      return { message: "file replaced." };
    }
    const { variant } = purpose;
    const label = variant === "other" ? nameFromFile(sent.name) : undefined;
    edit((logos) => addLogo(logos, newLogo({ id: newId(), variant, file, label })));
    return { message: "added to your draft." };
  });
  const signPng = async (sha256: string, rendition: Rendition) => {
    const view = `${sha256}/${rendition}`;
    const answer = await signFiles({ brandId, views: [view] }).catch(() => null);
    return answer?.status === "ok" ? (answer.data[view]?.path ?? null) : null;
  };
  const seen = items.map((item) => ({
    item,
    src: urlOf(thumbnailOf(item.file, LOGO_PX)),
    fileSrc: urlOf(item.file.sha256),
  }));
  const looks = useLogoLooks(seen);
  const shown = seen.map(
    ({ item, ...urls }): ShownLogo => ({
      item,
      ...urls,
      clearSpace: clearSpaceOf(item),
      warnings: logoWarnings(item, looks.get(item.file.sha256) ?? null),
      signPng: (rendition) => signPng(item.file.sha256, rendition),
      fileName: fileNameFor(item.label, item.file.mime),
    }),
  );
  const opened = shown.find(({ item }) => item.id === openId);
  const jobs = uploads.jobs.map((job) => {
    const { purpose, sha256 } = job;
    const made = shown.find(
      ({ item }) =>
        item.file.sha256 === sha256 &&
        (purpose.kind === "add" ? item.variant === purpose.variant : item.id === purpose.id),
    );
    return made ? { ...job, warnings: made.warnings } : job;
  });
  const slots = LOGO_VARIANTS.map((variant) => ({
    variant,
    logos: shown.filter(({ item }) => item.variant === variant),
  })).filter(({ logos }) => canEdit || logos.length > 0);
  const rulesSection = logoRules(rules);

  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title="Logos"
        description="All logo versions, with their backgrounds, clear space and minimum size."
      />
      {slots.length > 0 ? (
        <SlotList slots={slots.map(({ variant, logos }) => ({ variant, count: logos.length }))} />
      ) : (
        <EmptyState framed title="No logos yet" />
      )}
      <div className="grid items-start gap-x-6 gap-y-8 md:grid-cols-2 2xl:grid-cols-3">
        {slots.map(({ variant, logos }) => (
          <LogoSlot
            key={variant}
            variant={variant}
            logos={logos}
            canEdit={canEdit}
            uploads={{ ...uploads, jobs }}
            onOpen={(id) => need(() => go(id))}
          />
        ))}
      </div>
      {canEdit || rulesSection.reading !== null ? (
        <article className={cx(BRAND_PAGE, "px-4 py-5 sm:px-8")}>
          <PageStyle rules={css} />
          <SectionBlock
            level={2}
            section={rulesSection}
            state={sections}
            reading={rulesSection.reading}
            preview={false}
            fields={<RulesFields rules={rules} onChange={(lines) => edit((current) => setRules(current, lines))} />}
          />
        </article>
      ) : null}
      {LogoPanel && opened ? (
        <LogoPanel
          key={opened.item.id}
          logo={opened}
          rules={rules}
          canEdit={canEdit}
          uploads={{ ...uploads, jobs }}
          onChange={(change) => edit((current) => changeLogo(current, opened.item.id, change))}
          onRemove={() => {
            edit((current) => removeLogo(current, opened.item.id));
            go(null);
          }}
          onClose={() => go(null)}
        />
      ) : null}
    </div>
  );
}
