"use client";

import { useState, useTransition } from "react";
import { send } from "@/components/files/send";
import { Notice } from "@/components/ui/empty-state";
import { FormMessage } from "@/components/ui/field-parts";
import { FileDrop } from "@/components/ui/file-drop";
import { Sentences } from "@/components/ui/text";
import { MAX_IMPORT_BYTES } from "@/lib/brands";
import { sizeLimitText } from "@/lib/platform/text";
import { PalettePreview } from "./palette-preview";
import type { ImportPreview, StartProps } from "./types";

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
