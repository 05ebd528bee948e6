"use client";

import { useMemo } from "react";
import { useDraft } from "@/components/draft/draft-provider";
import type { SignFiles } from "@/components/files/types";
import { useSignedUrls } from "@/components/files/use-signed-urls";
import { useUploads } from "@/components/files/use-uploads";
import { DisabledScope } from "@/components/ui/disabled-scope";
import { PageHeader } from "@/components/ui/page-header";
import { usePanelAddress } from "@/components/ui/use-panel-address";
import { fileNameFor, nameFromFile, type Rendition, type SignedFilePath, thumbnailOf } from "@/lib/assets";
import { DOCUMENT_LIMITS } from "@/lib/brand-document";
import { LOGO_VARIANTS } from "@/lib/contract";
import { newId } from "@/lib/kernel/ids";
import {
  addLogo,
  changeLogo,
  clearSpaceOf,
  type Logos,
  logoWarnings,
  newLogo,
  removeLogo,
  setRules,
} from "@/lib/logos";
import { LogoPanel } from "./logo-panel";
import { LogoRules } from "./logo-rules";
import { LogoSlot } from "./logo-slot";
import { SlotList } from "./slot-list";
import { LOGO_PX, type LogoPurpose, type ShownLogo } from "./types";
import { useLogoLooks } from "./use-logo-looks";

const PANEL = { parameter: "logo", prefixes: ["logos.items.", "logos.checks."] };

type LogosScreenProps = { signedUrls: Record<string, SignedFilePath>; signFiles: SignFiles };

/** The logos of the draft: a gallery with a slot for each variant, a panel for each logo, and the rules for all of them. */
export function LogosScreen({ signedUrls, signFiles }: LogosScreenProps) {
  const { document, update, reason, brandId, brandSlug } = useDraft();
  const { items, rules } = document.logos;
  const { id: openId, go } = usePanelAddress(PANEL);
  const wanted = items.flatMap(({ file }) => [file.sha256, thumbnailOf(file, LOGO_PX)]);
  const { urlOf, learn } = useSignedUrls({ brandId, wanted, initial: signedUrls, sign: signFiles });
  const edit = useMemo(
    () => (change: (logos: Logos) => Logos) => update((current) => ({ ...current, logos: change(current.logos) })),
    [update],
  );
  const uploads = useUploads<LogoPurpose>(`/b/${brandSlug}/uploads`, ({ file, signedUrl }, sent, purpose) => {
    if (!file.mime.startsWith("image/")) return { error: "A logo is a picture: PNG, JPEG, WebP or SVG." };
    if (purpose.kind === "add" && items.length >= DOCUMENT_LIMITS.logos)
      return { error: `A brand has at most ${DOCUMENT_LIMITS.logos} logos.` };
    learn(file.sha256, signedUrl);
    if (purpose.kind === "replace") {
      edit((logos) => changeLogo(logos, purpose.id, { file }));
      return { message: "it replaces the former file." };
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
  }));

  return (
    <div className="flex flex-col gap-8">
      <PageHeader title="Logos" description="Every form of the logo, where it may stand and how small it may be." />
      <SlotList slots={slots.map(({ variant, logos }) => ({ variant, count: logos.length }))} />
      <DisabledScope reason={reason}>
        <div className="grid items-start gap-x-6 gap-y-8 md:grid-cols-2 2xl:grid-cols-3">
          {slots.map(({ variant, logos }) => (
            <LogoSlot
              key={variant}
              variant={variant}
              logos={logos}
              reason={reason}
              jobs={jobs}
              onFiles={uploads.add}
              onOpen={go}
              onRetry={uploads.retry}
              onDismiss={uploads.dismiss}
            />
          ))}
        </div>
        <LogoRules rules={rules} onChange={(lines) => edit((current) => setRules(current, lines))} />
      </DisabledScope>
      {opened ? (
        <LogoPanel
          key={opened.item.id}
          logo={opened}
          rules={rules}
          reason={reason}
          jobs={jobs.filter(({ purpose }) => purpose.kind === "replace" && purpose.id === opened.item.id)}
          onChange={(change) => edit((current) => changeLogo(current, opened.item.id, change))}
          onReplace={(files) => uploads.add(files.slice(0, 1), { kind: "replace", id: opened.item.id })}
          onRemove={() => {
            edit((current) => removeLogo(current, opened.item.id));
            go(null);
          }}
          onRetry={uploads.retry}
          onDismiss={uploads.dismiss}
          onClose={() => go(null)}
        />
      ) : null}
    </div>
  );
}
