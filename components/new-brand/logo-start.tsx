"use client";

import { useEffect, useState, useTransition } from "react";
import { type Sending, send } from "@/components/files/send";
import { BACKGROUND_CLASS } from "@/components/logos/variant-labels";
import { HarmonyChoice } from "@/components/palette/harmony-choice";
import { type PictureColors, shareText } from "@/components/palette/types";
import { Notice } from "@/components/ui/empty-state";
import { Fieldset, FormMessage } from "@/components/ui/field-parts";
import { FileDrop, type FileUpload } from "@/components/ui/file-drop";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { cx } from "@/components/ui/styles";
import { ColorChip, Sentences } from "@/components/ui/text";
import { MAX_IMPORT_BYTES } from "@/lib/brands";
import { MAX_UPLOAD_BYTES } from "@/lib/content";
import type { LogoBackground } from "@/lib/contract";
import { sizeLimitText } from "@/lib/platform/text";
import { PalettePreview } from "./palette-preview";
import type { ImportPreview, LogoFindings, StartProps } from "./types";

type SwatchChoiceProps = Pick<PictureColors, "swatches"> & {
  value: string;
  onChange: (hex: string) => void;
};

function SwatchChoice({ swatches, value, onChange }: SwatchChoiceProps) {
  return (
    <Fieldset legend="Base colour" hint="Colours in your logo and their share of it">
      <div className="flex flex-wrap gap-2">
        {swatches.map(({ hex, share }) => (
          <label
            key={hex}
            className="ring-within relative flex items-center gap-2 rounded-lg border border-line-strong/60 bg-surface py-1.5 pr-3 pl-1.5 transition-colors hover:bg-hover has-checked:border-solid has-checked:bg-hover has-checked:shadow-[inset_0_0_0_1px_var(--solid)]"
          >
            <input
              type="radio"
              name="logo-colour"
              value={hex}
              checked={value === hex}
              onChange={() => onChange(hex)}
              className="absolute inset-0 appearance-none rounded-lg"
            />
            <ColorChip hex={hex} look="size-6 rounded-md border-line" />
            <span className="font-mono text-[0.8125rem]">{hex}</span>
            <span className="text-[0.8125rem] text-muted">{shareText(share)}</span>
          </label>
        ))}
      </div>
    </Fieldset>
  );
}

const BACKGROUNDS: { value: LogoBackground; label: string }[] = [
  { value: "light", label: "On light" },
  { value: "dark", label: "On dark" },
  { value: "any", label: "On any" },
];

/** Returns an object URL for the file and revokes it on unmount. */
function useFileUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

type LogoPreviewProps = {
  file: File;
  background: LogoBackground;
  onBackground: (background: LogoBackground) => void;
};

function LogoPreview({ file, background, onBackground }: LogoPreviewProps) {
  const url = useFileUrl(file);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className={cx("relative h-40 rounded-xl border border-line", BACKGROUND_CLASS[background])}>
        {url ? (
          // biome-ignore lint/performance/noImgElement: Next's own only adds script, since its optimiser is off
          <img src={url} alt={file.name} className="absolute size-full object-contain p-6" />
        ) : null}
      </div>
      <SegmentedControl
        label="Logo background"
        name="logo-background"
        options={BACKGROUNDS}
        value={background}
        onValueChange={(value) => onBackground(BACKGROUNDS.find((one) => one.value === value)?.value ?? "light")}
      />
    </div>
  );
}

const ACCEPT = "image/png,image/jpeg,image/webp,image/svg+xml";

export function LogoStart({ form, change, preview, error }: StartProps) {
  const [upload, setUpload] = useState<FileUpload | null>(null);
  const [problem, setProblem] = useState("");
  const { logo, harmony } = form;
  const hex = form.picked ?? logo?.findings.hex ?? "";

  async function read(file: File) {
    const shown: FileUpload = { id: "logo", name: file.name, state: "uploading", progress: 0 };
    setProblem("");
    setUpload(shown);
    const onProgress = (share: number) => setUpload({ ...shown, progress: share < 1 ? share : undefined });
    const answer: Sending<LogoFindings> = await send("/new/logo", file, onProgress);
    setUpload(null);
    if (!answer.ok) return setProblem(answer.message);
    change({ logo: { file, findings: answer.data }, picked: answer.data.hex });
  }

  return (
    <div className="flex flex-col gap-6">
      <FileDrop
        compact={logo !== null}
        label={logo ? "Choose another logo" : "Your logo"}
        hint={`PNG, JPEG, WebP or SVG, up to ${sizeLimitText(MAX_UPLOAD_BYTES)}`}
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
            <Notice title="Removed from the file">
              <Sentences className="list-disc pl-4">{logo.findings.report}</Sentences>
            </Notice>
          ) : null}
          <SwatchChoice swatches={logo.findings.swatches} value={hex} onChange={(picked) => change({ picked })} />
          <HarmonyChoice hex={hex} value={harmony} onChange={(next) => change({ harmony: next })} preview={preview} />
          <PalettePreview {...preview({ hex, harmony })} />
        </>
      ) : null}
    </div>
  );
}

const KIND: Record<ImportPreview["kind"], string> = { brand: "a brand", tokens: "design tokens" };

export function FileStart({ form, change, onName, error }: StartProps) {
  const [problem, setProblem] = useState("");
  const [pending, startTransition] = useTransition();

  const read = (file: File) =>
    startTransition(async () => {
      setProblem("");
      const result = await send<ImportPreview>("/new/file", file);
      if (!result.ok) return setProblem(result.message);
      change({ file: { name: file.name, text: await file.text(), preview: result.data } });
      if (result.data.name) onName(result.data.name);
    });

  return (
    <div className="flex flex-col gap-6" aria-busy={pending}>
      <FileDrop
        compact={form.file !== null}
        label={form.file ? "Choose another file" : "brand.json or design tokens"}
        hint={`JSON up to ${sizeLimitText(MAX_IMPORT_BYTES)}: a brand exported from a hub, brand.json (AdCP), design tokens (DTCG), Figma variables, Tokens Studio, Style Dictionary, Penpot or named colours.`}
        accept=".json,.tokens,application/json"
        maxBytes={MAX_IMPORT_BYTES}
        uploads={pending ? [{ id: "file", name: "Reading file", state: "uploading" }] : []}
        onFiles={([file]) => {
          if (file) read(file);
        }}
      />
      <FormMessage>{problem || error}</FormMessage>
      {form.file ? <Findings name={form.file.name} preview={form.file.preview} /> : null}
    </div>
  );
}

function Findings({ name, preview }: { name: string; preview: ImportPreview }) {
  return (
    <>
      <Notice tone="success" title={`${name} contains ${KIND[preview.kind]}`}>
        <Sentences className="list-disc pl-4">{preview.taken}</Sentences>
      </Notice>
      {preview.left.length > 0 ? (
        <Notice tone="warning" title="Not imported">
          <Sentences className="list-disc pl-4">{preview.left}</Sentences>
        </Notice>
      ) : null}
      <PalettePreview palette={preview.palette} />
    </>
  );
}
