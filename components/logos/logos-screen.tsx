"use client";

import { useMemo, useState } from "react";
import { useDraft } from "@/components/draft/draft-provider";
import type { SignFiles } from "@/components/files/types";
import { useSignedUrls } from "@/components/files/use-signed-urls";
import { useUploads } from "@/components/files/use-uploads";
import { DisabledScope } from "@/components/ui/disabled-scope";
import { PageHeader } from "@/components/ui/page-header";
import { Switch } from "@/components/ui/switch";
import { fileNameFor, nameFromFile, type Rendition, type SignedFilePath, thumbnailOf } from "@/lib/assets";
import { DOCUMENT_LIMITS } from "@/lib/brand-document";
import { LOGO_VARIANTS } from "@/lib/contract";
import { newId } from "@/lib/kernel/ids";
import { addLogo, changeLogo, type Logos, measureClearSpace, newLogo, removeLogo, setRules } from "@/lib/logos";
import { LogoRules } from "./logo-rules";
import { LogoSlot } from "./logo-slot";
import { SlotList } from "./slot-list";
import { LOGO_PX, type LogoPurpose, type ShownLogo } from "./types";

type LogosScreenProps = { signedUrls: Record<string, SignedFilePath>; signFiles: SignFiles };

/** The logos of the draft: a slot for each variant, and the rules for all of them. */
export function LogosScreen({ signedUrls, signFiles }: LogosScreenProps) {
  const { document, update, reason, brandId, brandSlug } = useDraft();
  const { items, rules } = document.logos;
  const [guides, setGuides] = useState(true);
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
  const shown = items.map(
    (item): ShownLogo => ({
      item,
      clearSpace: measureClearSpace(item.clear_space, item.variant),
      src: urlOf(thumbnailOf(item.file, LOGO_PX)),
      fileSrc: urlOf(item.file.sha256),
      signPng: (rendition) => signPng(item.file.sha256, rendition),
      fileName: fileNameFor(item.label, item.file.mime),
    }),
  );
  const slots = LOGO_VARIANTS.map((variant) => ({
    variant,
    logos: shown.filter(({ item }) => item.variant === variant),
  }));

  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title="Logos"
        description="Every form of the logo, where it may stand and how small it may be."
        actions={<Switch label="Guides" checked={guides} onCheckedChange={setGuides} />}
      />
      <SlotList slots={slots.map(({ variant, logos }) => ({ variant, count: logos.length }))} />
      <DisabledScope reason={reason}>
        {slots.map(({ variant, logos }) => (
          <LogoSlot
            key={variant}
            variant={variant}
            logos={logos}
            guides={guides}
            reason={reason}
            jobs={uploads.jobs}
            onFiles={uploads.add}
            onChange={(id, change) => edit((current) => changeLogo(current, id, change))}
            onRemove={(id) => edit((current) => removeLogo(current, id))}
            onRetry={uploads.retry}
            onDismiss={uploads.dismiss}
          />
        ))}
        <LogoRules rules={rules} onChange={(lines) => edit((current) => setRules(current, lines))} />
      </DisabledScope>
    </div>
  );
}
