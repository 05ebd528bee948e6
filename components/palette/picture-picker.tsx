"use client";

import { useState, useTransition } from "react";
import { FilePicture } from "@/components/files/file-picture";
import type { Sending } from "@/components/files/send";
import { MixedText } from "@/components/ui/content-text";
import { FormMessage } from "@/components/ui/field-parts";
import { FileDrop, type FileUpload } from "@/components/ui/file-drop";
import { RadioGroup } from "@/components/ui/radio-group";
import { ColorChip } from "@/components/ui/text";
import { type FileRef, MAX_UPLOAD_BYTES } from "@/lib/content";
import { bidiIsolate, sizeLimitText } from "@/lib/platform/text";
import { type PictureColors, shareText } from "./types";

export type BrandPicture = { file: FileRef; label: string; src: string | null };

export type PicturePickerProps = {
  pictures: readonly BrandPicture[];
  readFile: (sha256: string) => Promise<Sending<PictureColors>>;
  readUpload: (file: File, onProgress: (share: number) => void) => Promise<Sending<PictureColors>>;
  hex: string | null;
  onPick: (hex: string | null) => void;
};

const ACCEPT = "image/png,image/jpeg,image/webp,image/svg+xml";

export function PicturePicker({ pictures, readFile, readUpload, hex, onPick }: PicturePickerProps) {
  const [found, setFound] = useState<{ name: string; colors: PictureColors } | null>(null);
  const [problem, setProblem] = useState("");
  const [upload, setUpload] = useState<FileUpload | null>(null);
  const [pending, startTransition] = useTransition();

  const take = (name: string, answer: Sending<PictureColors>) => {
    setUpload(null);
    setProblem(answer.ok ? "" : answer.message);
    if (!answer.ok) return;
    setFound({ name, colors: answer.data });
    onPick(answer.data.hex);
  };
  const choose = ({ file, label }: BrandPicture) =>
    startTransition(async () => take(label, await readFile(file.sha256)));
  const send = async (file: File) => {
    const shown: FileUpload = { id: "picture", name: file.name, state: "uploading", progress: 0 };
    setProblem("");
    setUpload(shown);
    const onProgress = (share: number) => setUpload({ ...shown, progress: share < 1 ? share : undefined });
    take(file.name, await readUpload(file, onProgress));
  };

  return (
    <div className="flex flex-col gap-4" aria-busy={pending}>
      {pictures.length > 0 ? (
        <ul aria-label="The brand’s logos" className="flex flex-wrap gap-2">
          {pictures.map((picture) => (
            <li key={picture.file.id}>
              <button
                type="button"
                title={picture.label}
                aria-label={`Extract colours from ${picture.label}`}
                aria-pressed={found?.name === picture.label}
                onClick={() => choose(picture)}
                className="checkered flex size-14 items-center justify-center overflow-clip rounded-lg border border-line-strong/60 p-1.5 hover:border-ink aria-pressed:border-ink aria-pressed:shadow-[inset_0_0_0_1px_var(--ink)]"
              >
                <FilePicture src={picture.src} file={picture.file} alt="" className="max-h-full max-w-full" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <FileDrop
        compact
        label="Picture to extract colours from"
        hint={`PNG, JPEG, WebP or SVG, up to ${sizeLimitText(MAX_UPLOAD_BYTES)}. Not stored.`}
        accept={ACCEPT}
        maxBytes={MAX_UPLOAD_BYTES}
        uploads={upload ? [upload] : []}
        onFiles={([file]) => {
          if (file) void send(file);
        }}
      />
      <FormMessage>{problem}</FormMessage>
      {found ? <FoundColors name={found.name} colors={found.colors} hex={hex} onPick={onPick} /> : null}
    </div>
  );
}

type FoundColorsProps = { name: string; colors: PictureColors; hex: string | null; onPick: (hex: string) => void };

function FoundColors({ name, colors: { swatches }, hex, onPick }: FoundColorsProps) {
  return (
    <RadioGroup
      legend={<MixedText>{`Colours of ${bidiIsolate(name)}`}</MixedText>}
      name="picture-colour"
      value={hex ?? undefined}
      onValueChange={onPick}
      options={swatches.map((swatch) => ({
        value: swatch.hex,
        label: (
          <span className="flex items-center gap-2">
            <ColorChip hex={swatch.hex} />
            <span className="font-mono text-[0.8125rem]">{swatch.hex}</span>
            <span className="text-[0.8125rem] text-muted">{shareText(swatch.share)}</span>
          </span>
        ),
      }))}
      className="[&>div]:grid [&>div]:sm:grid-cols-2"
    />
  );
}
