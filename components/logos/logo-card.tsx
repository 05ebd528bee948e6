"use client";

import { Download, RefreshCw, Trash2 } from "lucide-react";
import { FileButton } from "@/components/files/file-button";
import { fileFacts } from "@/components/files/file-facts";
import { UploadResults } from "@/components/files/upload-results";
import type { UploadJob } from "@/components/files/use-uploads";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-style";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ContentText } from "@/components/ui/content-text";
import { LogoFields } from "./logo-fields";
import { LogoSurfaces } from "./logo-surfaces";
import { LogoWarnings } from "./logo-warnings";
import { MinimumSize } from "./minimum-size";
import { PngMenu } from "./png-menu";
import { RuleFields } from "./rule-fields";
import { LOGO_FILES, type LogoChange, type LogoPurpose, type ShownLogo } from "./types";

type LogoCardProps = {
  logo: ShownLogo;
  guides: boolean;
  /** Why nothing can be changed; null when it can. */
  reason: string | null;
  jobs: readonly UploadJob<LogoPurpose>[];
  onChange: (change: LogoChange) => void;
  onReplace: (files: File[]) => void;
  onRemove: () => void;
  onRetry: (id: string) => void;
  onDismiss: (id: string) => void;
};

/** One logo: how it looks, what the bundle says of it, and its file. */
export function LogoCard(props: LogoCardProps) {
  const { logo, guides, jobs, onChange } = props;
  return (
    <Card
      id={`logos.items.${logo.item.id}`}
      as="article"
      title={<ContentText className="block">{logo.item.label}</ContentText>}
      level={3}
      description={fileFacts(logo.item.file)}
      actions={<LogoActions {...props} />}
    >
      <div className="grid gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <LogoWarnings logo={logo} />
          <LogoSurfaces logo={logo} guides={guides} />
          {guides ? <MinimumSize logo={logo} /> : null}
          <UploadResults jobs={jobs} onRetry={props.onRetry} onDismiss={props.onDismiss} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <LogoFields logo={logo} onChange={onChange} />
          <RuleFields item={logo.item} onChange={onChange} />
        </div>
      </div>
    </Card>
  );
}

function LogoActions({ logo, reason, onReplace, onRemove }: LogoCardProps) {
  const { item, fileSrc, fileName } = logo;
  return (
    <>
      {fileSrc ? (
        <a
          href={fileSrc}
          download={fileName}
          aria-label={`Download ${item.label}`}
          className={buttonClass({ size: "sm" })}
        >
          <Download aria-hidden="true" />
          Download
        </a>
      ) : null}
      <PngMenu logo={logo} />
      <FileButton
        size="sm"
        icon={<RefreshCw />}
        accept={LOGO_FILES}
        disabledReason={reason}
        aria-label={`Replace the file of ${item.label}`}
        onFiles={onReplace}
      >
        Replace
      </FileButton>
      <ConfirmDialog
        title={`Remove “${item.label}”?`}
        effect="The next version you publish is without it, and tools that show it have to use another logo. Earlier versions keep it."
        confirmLabel="Remove logo"
        onOk={onRemove}
        trigger={
          <Button size="sm" icon={<Trash2 />} disabledReason={reason} aria-label={`Remove ${item.label}`}>
            Remove
          </Button>
        }
      />
    </>
  );
}
