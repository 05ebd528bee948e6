"use client";

import { useState } from "react";
import { type Sending, send } from "@/components/files/send";
import { HarmonyChoice } from "@/components/palette/harmony-choice";
import type { PreviewPalette } from "@/components/palette/types";
import { FileDrop } from "@/components/ui/file-drop";
import type { FileUpload } from "@/components/ui/file-upload-list";
import { FormMessage } from "@/components/ui/form-message";
import { Notice } from "@/components/ui/notice";
import { MAX_UPLOAD_BYTES } from "@/lib/assets";
import { sizeLimitText } from "@/lib/kernel/size-limit-text";
import { LogoPreview } from "./logo-preview";
import { PalettePreview } from "./palette-preview";
import { SwatchChoice } from "./swatch-choice";
import type { ChangeForm, LogoFindings, NewBrandForm } from "./types";

const ACCEPT = "image/png,image/jpeg,image/webp,image/svg+xml";

type LogoStartProps = {
  form: NewBrandForm;
  change: ChangeForm;
  preview: PreviewPalette;
  /** The route that reads a logo and keeps nothing. */
  readAt: string;
  error?: string;
};

/** A brand that begins with its logo, and grows its palette from one of the logo's colours. */
export function LogoStart({ form, change, preview, readAt, error }: LogoStartProps) {
  const [upload, setUpload] = useState<FileUpload | null>(null);
  const [problem, setProblem] = useState("");
  const { logo, picked, harmony } = form;

  async function read(file: File) {
    const shown: FileUpload = { id: "logo", name: file.name, state: "uploading", progress: 0 };
    setProblem("");
    setUpload(shown);
    const onProgress = (share: number) => setUpload({ ...shown, progress: share < 1 ? share : undefined });
    const answer: Sending<LogoFindings> = await send(readAt, file, onProgress);
    setUpload(null);
    if (!answer.ok) return setProblem(answer.message);
    change({ logo: { file, findings: answer.data }, picked: answer.data.hex });
  }

  return (
    <div className="flex flex-col gap-6">
      <FileDrop
        compact={logo !== null}
        label={logo ? "Another logo" : "Your logo"}
        hint={`PNG, JPEG, WebP or SVG, up to ${sizeLimitText(MAX_UPLOAD_BYTES)}.`}
        accept={ACCEPT}
        maxBytes={MAX_UPLOAD_BYTES}
        uploads={upload ? [upload] : []}
        onFiles={([file]) => {
          if (file) void read(file);
        }}
      />
      <FormMessage>{problem || error}</FormMessage>
      {logo ? (
        <>
          <LogoPreview
            file={logo.file}
            background={form.background}
            onBackground={(background) => change({ background })}
          />
          {logo.findings.report.length > 0 ? (
            <Notice title="Cleaned on the way in">
              <ul className="list-disc pl-4">
                {logo.findings.report.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </Notice>
          ) : null}
          <SwatchChoice
            swatches={logo.findings.swatches}
            value={picked ?? logo.findings.hex}
            onChange={(hex) => change({ picked: hex })}
          />
          <HarmonyChoice
            hex={picked ?? logo.findings.hex}
            value={harmony}
            onChange={(next) => change({ harmony: next })}
            preview={preview}
          />
          <PalettePreview {...preview({ hex: picked ?? logo.findings.hex, harmony })} />
        </>
      ) : null}
    </div>
  );
}
