"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { saveFile } from "@/components/ui/browser";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { Colors } from "@/lib/content";
import { PALETTE_FORMATS } from "@/lib/rendering";

const OPTIONS = PALETTE_FORMATS.map(({ value, label }) => ({ value, label }));

type ExportProps = { colors: Colors; versionUrl: string };

export function ExportDialog({ open, onClose, ...palette }: ExportProps & { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      size="md"
      title="Export palette"
      description="Your draft’s palette for style sheets, apps and design tools."
    >
      <ExportForms {...palette} />
    </Dialog>
  );
}

/** The palette in a chosen format, to copy or download. Each format includes what it can express. */
function ExportForms({ colors, versionUrl }: ExportProps) {
  const [chosen, setChosen] = useState(PALETTE_FORMATS[0]);
  if (!chosen) return null;
  const { value, label, fileName, of, write } = chosen;
  const content = write({ colors });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Format" className="grow">
          <Select
            options={OPTIONS}
            value={value}
            onChange={({ target }) => setChosen(PALETTE_FORMATS.find((format) => format.value === target.value))}
          />
        </Field>
        <Button icon={<Download aria-hidden="true" />} onClick={() => saveFile(fileName, new Blob([content]))}>
          Download {fileName}
        </Button>
      </div>
      {of ? (
        <div className="flex flex-col gap-1.5">
          <CodeBlock label="URL" code={`${versionUrl}/${of}`} />
          <p className="text-[0.8125rem] text-muted">
            Always leads to the latest published version, with typography and foundations.
          </p>
        </div>
      ) : null}
      {typeof content === "string" ? (
        <CodeBlock label={label} code={content} />
      ) : (
        <p className="text-muted">A swatch file for Illustrator, InDesign and Photoshop.</p>
      )}
    </div>
  );
}
