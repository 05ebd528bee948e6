"use client";

import { Upload } from "lucide-react";
import { FileButton } from "@/components/files/file-button";
import { UploadResults } from "@/components/files/upload-results";
import type { UploadJob } from "@/components/files/use-uploads";
import { Badge } from "@/components/ui/badge";
import { FileDrop } from "@/components/ui/file-drop";
import { Section } from "@/components/ui/section";
import { MAX_UPLOAD_BYTES } from "@/lib/assets";
import type { LogoVariant } from "@/lib/contract";
import { sizeLimitText } from "@/lib/kernel/size-limit-text";
import { LogoCard } from "./logo-card";
import { LOGO_FILES, type LogoChange, type LogoPurpose, type ShownLogo } from "./types";
import { VARIANT_LABELS } from "./variant-labels";

type LogoSlotProps = {
  variant: LogoVariant;
  logos: readonly ShownLogo[];
  guides: boolean;
  reason: string | null;
  jobs: readonly UploadJob<LogoPurpose>[];
  onFiles: (files: File[], purpose: LogoPurpose) => void;
  onChange: (id: string, change: LogoChange) => void;
  onRemove: (id: string) => void;
  onRetry: (id: string) => void;
  onDismiss: (id: string) => void;
};

/** Where a brand keeps one kind of its logo: the logos of the kind, or an invitation to upload the first. */
export function LogoSlot(props: LogoSlotProps) {
  const { variant, logos, guides, reason, jobs, onFiles, onChange, onRemove, onRetry, onDismiss } = props;
  const { label, hint } = VARIANT_LABELS[variant];
  const add: LogoPurpose = { kind: "add", variant };
  const adding = jobs.filter(({ purpose }) => purpose.kind === "add" && purpose.variant === variant);
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
      description={hint}
      actions={
        empty ? null : (
          <FileButton
            size="sm"
            variant="ghost"
            icon={<Upload />}
            accept={LOGO_FILES}
            multiple={variant === "other"}
            disabledReason={reason}
            aria-label={`Add another: ${label}`}
            onFiles={(files) => onFiles(files, add)}
          >
            Add another
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
            disabledReason={reason}
            onFiles={(files) => onFiles(files, add)}
          />
        ) : null}
        <UploadResults jobs={adding} onRetry={onRetry} onDismiss={onDismiss} />
        {logos.map((logo) => (
          <LogoCard
            key={logo.item.id}
            logo={logo}
            guides={guides}
            reason={reason}
            jobs={jobs.filter(({ purpose }) => purpose.kind === "replace" && purpose.id === logo.item.id)}
            onChange={(change) => onChange(logo.item.id, change)}
            onReplace={(files) => onFiles(files.slice(0, 1), { kind: "replace", id: logo.item.id })}
            onRemove={() => onRemove(logo.item.id)}
            onRetry={onRetry}
            onDismiss={onDismiss}
          />
        ))}
      </div>
    </Section>
  );
}
