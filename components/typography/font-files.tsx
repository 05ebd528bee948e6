"use client";

import { X } from "lucide-react";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { NumberField } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { type StoredFont, type StoredFontFile, weightsText } from "@/lib/content";
import { FONT_STYLES } from "@/lib/contract";
import { sizeText } from "@/lib/platform/size-text";

const STYLES = FONT_STYLES.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));

type FontFilesProps = {
  font: StoredFont;
  onChange: (files: StoredFontFile[]) => void;
  onRemove: (sha256: string) => void;
};

/** A typeface's files with their weight and style, editable in case a file is mislabelled. */
export function FontFiles({ font, onChange, onRemove }: FontFilesProps) {
  const change = (sha256: string, values: Partial<StoredFontFile>) =>
    onChange(font.files.map((one) => (one.file.sha256 === sha256 ? { ...one, ...values } : one)));
  return (
    <ul aria-label={`Files of ${font.family}`} className="divide-y divide-line rounded-lg border border-line">
      {font.files.map((one) => {
        const { file, weights, style } = one;
        const [min, max] = weights;
        const variable = min !== max;
        return (
          <li key={file.sha256} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 p-3">
            <div className="grid items-end gap-3 sm:grid-cols-3">
              <NumberField
                label={variable ? "Minimum weight" : "Weight"}
                value={min}
                min={1}
                max={variable ? max : 1000}
                onChange={(weight) => change(file.sha256, { weights: [weight, variable ? max : weight] })}
              />
              {variable ? (
                <NumberField
                  label="Maximum weight"
                  value={max}
                  min={min}
                  max={1000}
                  onChange={(weight) => change(file.sha256, { weights: [min, weight] })}
                />
              ) : null}
              <Field label="Style">
                <Select
                  options={STYLES}
                  value={style}
                  onChange={(event) => {
                    const chosen = FONT_STYLES.find((name) => name === event.target.value);
                    if (chosen) change(file.sha256, { style: chosen });
                  }}
                />
              </Field>
              <p className="text-[0.8125rem] text-muted sm:col-span-3">
                {variable ? "Variable font" : "One weight"} · WOFF2 · {sizeText(file.bytes)}
              </p>
            </div>
            <IconButton
              icon={<X />}
              label={`Remove ${font.family} ${weightsText(one)}`}
              onClick={() => onRemove(file.sha256)}
            />
          </li>
        );
      })}
    </ul>
  );
}
