"use client";

import { Download, RefreshCw, Trash2 } from "lucide-react";
import { useEffect } from "react";
import { useDraftValue } from "@/components/draft/draft-provider";
import { FileButton } from "@/components/files/file-button";
import { fileFacts } from "@/components/files/file-facts";
import { UploadResults } from "@/components/files/upload-results";
import type { UploadJob } from "@/components/files/use-uploads";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-style";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { DisabledScope } from "@/components/ui/disabled-scope";
import { Drawer } from "@/components/ui/drawer";
import { isolated } from "@/lib/kernel/isolated";
import { groundsOf, statedGrounds } from "@/lib/logos";
import { LogoDos } from "./logo-dos";
import { LogoFields } from "./logo-fields";
import { LogoGrounds } from "./logo-grounds";
import { LogoWarnings } from "./logo-warnings";
import { PngMenu } from "./png-menu";
import { RuleFields } from "./rule-fields";
import { LOGO_FILES, type LogoChange, type LogoPurpose, type ShownLogo } from "./types";

type LogoPanelProps = {
  logo: ShownLogo;
  rules: readonly string[];
  /** Why nothing can be changed; null when it can. */
  reason: string | null;
  jobs: readonly UploadJob<LogoPurpose>[];
  onChange: (change: LogoChange) => void;
  onReplace: (files: File[]) => void;
  onRemove: () => void;
  onRetry: (id: string) => void;
  onDismiss: (id: string) => void;
  onClose: () => void;
};

/** One logo: how it looks on the brand's colours, what is and is not done with it, what the bundle says of it, and its file. */
export function LogoPanel(props: LogoPanelProps) {
  const { logo, rules, reason, jobs, onChange, onClose } = props;
  const { item } = logo;
  const palette = useDraftValue(({ state }) => state.document.colors.palette);
  const grounds = groundsOf(item, palette);
  useEffect(() => {
    const named = document.getElementById(window.location.hash.slice(1));
    if (named?.closest("[role=dialog]")) named.scrollIntoView({ block: "center" });
  }, []);
  return (
    <Drawer
      open
      fill
      title={<ContentText className="block">{item.label}</ContentText>}
      description={fileFacts(item.file)}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <div id={`logos.items.${item.id}`} className="flex min-w-0 flex-col gap-6">
        <LogoActions {...props} />
        <UploadResults jobs={jobs} onRetry={props.onRetry} onDismiss={props.onDismiss} />
        {jobs.some(({ warnings }) => warnings.length > 0) ? null : <LogoWarnings logo={logo} />}
        <LogoGrounds logo={logo} grounds={grounds} />
        {grounds[0] ? (
          <LogoDos logo={logo} rules={rules} stated={statedGrounds(item, palette)} ground={grounds[0]} />
        ) : null}
        <DisabledScope reason={reason}>
          <LogoFields logo={logo} onChange={onChange} />
          <RuleFields item={item} onChange={onChange} />
        </DisabledScope>
      </div>
    </Drawer>
  );
}

function LogoActions({ logo, reason, onReplace, onRemove }: LogoPanelProps) {
  const { item, fileSrc, fileName } = logo;
  return (
    <div className="flex flex-wrap gap-2">
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
        title={<MixedText>{`Remove “${isolated(item.label)}”?`}</MixedText>}
        effect="The next version you publish is without it, and tools that show it have to use another logo. Earlier versions keep it."
        confirmLabel="Remove logo"
        onOk={onRemove}
        trigger={
          <Button size="sm" icon={<Trash2 />} disabledReason={reason} aria-label={`Remove ${item.label}`}>
            Remove
          </Button>
        }
      />
    </div>
  );
}
