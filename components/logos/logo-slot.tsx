"use client";

import { Download, TriangleAlert, Upload } from "lucide-react";
import { useDraftValue } from "@/components/draft/draft-provider";
import { FileButton } from "@/components/files/file-button";
import { UploadResults } from "@/components/files/upload-results";
import type { Uploads } from "@/components/files/use-uploads";
import { Badge, Section } from "@/components/ui/card";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { Notice } from "@/components/ui/empty-state";
import { FileDrop } from "@/components/ui/file-drop";
import { buttonClass, cx } from "@/components/ui/styles";
import { Sentences } from "@/components/ui/text";
import { backgroundOptions, logoRuleWarnings, MAX_UPLOAD_BYTES } from "@/lib/content";
import type { LogoVariant } from "@/lib/contract";
import { bidiIsolate, sizeLimitText } from "@/lib/platform/text";
import { LogoFigure } from "./logo-dos";
import { BACKGROUND_LABELS, LOGO_FILES, type LogoPurpose, type ShownLogo, VARIANT_LABELS } from "./variant-labels";

export function LogoWarnings({ logo: { item, warnings } }: { logo: ShownLogo }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warning" title={<MixedText>{`Check “${bidiIsolate(item.label)}”`}</MixedText>}>
      <Sentences className="flex flex-col gap-1">{warnings}</Sentences>
    </Notice>
  );
}

function WarningMark({ logo }: { logo: ShownLogo }) {
  const palette = useDraftValue(({ state }) => state.document.colors.palette);
  const count = logo.warnings.length + logoRuleWarnings(logo.item, palette).length;
  if (count === 0) return null;
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-[0.8125rem] text-warning">
      <TriangleAlert aria-hidden="true" className="size-4" />
      {count}
      <span className="sr-only">{count === 1 ? " warning" : " warnings"}</span>
    </span>
  );
}

function LogoTile({ logo, onOpen }: { logo: ShownLogo; onOpen: () => void }) {
  const canEdit = useDraftValue(({ state }) => state.canEdit);
  const palette = useDraftValue(({ state }) => state.document.colors.palette);
  const { item, src, fileSrc, fileName } = logo;
  const [ground] = backgroundOptions(item, palette);
  const anywhere = item.background === "any" && !item.rule?.allowed_backgrounds?.colors?.length;
  return (
    <article className="relative flex min-w-0 flex-col overflow-clip rounded-xl border border-line bg-surface">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="flex min-w-0 grow flex-col text-left transition-colors hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span
          className={cx(
            "flex h-48 w-full items-center justify-center border-line border-b p-8",
            anywhere ? "checkered text-ink" : ground?.dark ? "text-white" : "text-black",
          )}
          style={anywhere ? undefined : { background: ground?.hex }}
        >
          <LogoFigure item={item} src={src} name={null} clearSpace={null} />
        </span>
        <span className="flex w-full min-w-0 items-center gap-2 py-3 pr-13 pl-4">
          <span className="flex min-w-0 grow flex-col gap-0.5">
            <ContentText className="truncate font-medium">{item.label}</ContentText>
            <span className="truncate text-[0.8125rem] text-muted">{BACKGROUND_LABELS[item.background]}</span>
          </span>
          {canEdit ? <WarningMark logo={logo} /> : null}
        </span>
      </button>
      {fileSrc ? (
        <a
          href={fileSrc}
          download={fileName}
          aria-label={`Download ${item.label}`}
          title="Download"
          className={buttonClass({
            size: "sm",
            variant: "ghost",
            square: true,
            className: "absolute right-3 bottom-4",
          })}
        >
          <Download aria-hidden="true" />
        </a>
      ) : null}
    </article>
  );
}

type LogoSlotProps = {
  variant: LogoVariant;
  logos: readonly ShownLogo[];
  canEdit: boolean;
  uploads: Uploads<LogoPurpose>;
  onOpen: (id: string) => void;
};

export function LogoSlot({ variant, logos, canEdit, uploads, onOpen }: LogoSlotProps) {
  const { label, hint } = VARIANT_LABELS[variant];
  const add = (files: File[]) => uploads.add(files, { kind: "add", variant });
  const adding = uploads.jobs.filter(({ purpose }) => purpose.kind === "add" && purpose.variant === variant);
  const empty = logos.length === 0;
  return (
    <Section
      id={`slot-${variant}`}
      title={
        <span className="flex items-center gap-2">
          {label}
          {empty && variant !== "other" ? <Badge tone="warning">Missing</Badge> : null}
        </span>
      }
      description={empty ? hint : null}
      // Filled slots share a row. One logo takes one column, as an empty slot does.
      className={logos.length > 1 ? "col-span-full" : undefined}
      actions={
        empty || !canEdit ? null : (
          <FileButton
            size="sm"
            variant="ghost"
            icon={<Upload />}
            accept={LOGO_FILES}
            multiple={variant === "other"}
            aria-label={`Add file: ${label}`}
            onFiles={add}
          >
            Add file
          </FileButton>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {empty ? (
          <FileDrop
            compact
            label={`File for ${label}`}
            hint={`PNG, JPEG, WebP or SVG, up to ${sizeLimitText(MAX_UPLOAD_BYTES)}. SVG is best.`}
            accept={LOGO_FILES}
            multiple={variant === "other"}
            maxBytes={MAX_UPLOAD_BYTES}
            onFiles={add}
          />
        ) : null}
        <UploadResults {...uploads} jobs={adding} />
        {empty ? null : (
          <div className={cx("grid gap-3", logos.length > 1 && "sm:grid-cols-[repeat(auto-fill,minmax(15rem,1fr))]")}>
            {logos.map((logo) => (
              <LogoTile key={logo.item.id} logo={logo} onOpen={() => onOpen(logo.item.id)} />
            ))}
          </div>
        )}
      </div>
    </Section>
  );
}
