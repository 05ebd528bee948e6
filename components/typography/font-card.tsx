"use client";

import { Trash2, X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/button";
import { Badge, Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { Notice } from "@/components/ui/empty-state";
import { EditedField, Field, Input, NumberField } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/field-parts";
import { LateDetails } from "@/components/ui/late-trigger";
import { RowButton } from "@/components/ui/row-button";
import { ChoiceField } from "@/components/ui/select";
import { readUnless, TagInput } from "@/components/ui/tag-input";
import {
  licenseText,
  ROLE_WORDS,
  type StoredFont,
  type StoredFontFile,
  scriptsText,
  TYPOGRAPHY_LIMITS,
  weightsText,
  whyNotFamily,
  whyNotFeature,
} from "@/lib/content";
import { FONT_STYLES, type FontRole } from "@/lib/contract";
import { bidiIsolate, counted, sizeText, webAddress } from "@/lib/platform/text";

const STYLES = FONT_STYLES.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));

type FontFilesProps = {
  font: StoredFont;
  onChange: (files: StoredFontFile[]) => void;
  onRemove: (sha256: string) => void;
};

/** A typeface's files with their weight and style, editable in case a file is mislabelled. */
function FontFiles({ font, onChange, onRemove }: FontFilesProps) {
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
              <ChoiceField
                label="Style"
                options={STYLES}
                value={style}
                onChange={(next) => change(file.sha256, { style: next })}
              />
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

type License = StoredFont["license"];

const USES = ["web", "print", "apps", "documents", "video", "redistribution"] as const;

const readUrl = (text: string) =>
  text.trim() === "" || webAddress(text) ? text.trim() : { error: "Enter a URL such as https://example.com/licence." };

function FontLicense({ license, onChange }: { license: License; onChange: (change: Partial<License>) => void }) {
  const others = license.uses.filter((use) => !USES.some((known) => known === use));
  return (
    <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
      <Field label="Licensed to">
        <Input
          value={license.holder}
          maxLength={TYPOGRAPHY_LIMITS.text}
          autoComplete="off"
          onChange={(event) => onChange({ holder: event.target.value })}
        />
      </Field>
      <Field label="Expiry date" hint="Leave empty if it doesn’t expire.">
        <Input
          type="date"
          value={license.expires_on ?? ""}
          onChange={(event) => onChange({ expires_on: event.target.value || null })}
        />
      </Field>
      <EditedField
        label="Licence URL"
        type="url"
        value={license.url}
        maxLength={TYPOGRAPHY_LIMITS.text}
        read={readUrl}
        onChange={(url) => onChange({ url })}
        className="sm:col-span-2"
      />
      <Fieldset legend="Allowed uses" className="sm:col-span-2">
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {[...USES, ...others].map((use) => (
            <Checkbox
              key={use}
              label={use.charAt(0).toUpperCase() + use.slice(1)}
              checked={license.uses.includes(use)}
              onCheckedChange={(checked) =>
                onChange({ uses: checked ? [...license.uses, use] : license.uses.filter((one) => one !== use) })
              }
            />
          ))}
        </div>
      </Fieldset>
    </div>
  );
}

type FontCardProps = {
  font: StoredFont;
  roles: readonly FontRole[];
  broken: boolean;
  onChange: (change: Partial<StoredFont>) => void;
  onRemoveFile: (sha256: string) => void;
  onRemove: () => void;
};

export function FontCard(props: FontCardProps) {
  const { font, roles, broken, onChange, onRemoveFile, onRemove } = props;
  const license = licenseText(font.license);
  return (
    <Card
      id={`typography.fonts.${font.id}`}
      as="article"
      level={3}
      title={<ContentText className="block">{font.family}</ContentText>}
      description={
        font.files.length > 0
          ? [font.files.map(weightsText).join(", "), scriptsText(font.scripts)].filter(Boolean).join(" · ")
          : "No font files"
      }
      actions={
        <>
          {roles.map((role) => (
            <Badge key={role}>For {ROLE_WORDS[role]}</Badge>
          ))}
          <ConfirmDialog
            title={<MixedText>{`Remove “${bidiIsolate(font.family)}”?`}</MixedText>}
            effect="Tools use its fallbacks once you publish. Earlier versions keep it."
            confirmLabel="Remove typeface"
            onOk={onRemove}
            trigger={<RowButton verb="Remove" of={font.family} icon={<Trash2 />} />}
          />
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {broken ? (
          <Notice tone="warning" title="A font file can’t be shown">
            This browser can’t load it. Export it again or upload another file.
          </Notice>
        ) : null}
        <FontNames font={font} onChange={onChange} />
        {font.files.length > 0 ? (
          <LateDetails summary={counted(font.files.length, "font file")}>
            <FontFiles font={font} onChange={(files) => onChange({ files })} onRemove={onRemoveFile} />
            <Measures font={font} />
          </LateDetails>
        ) : null}
        <LateDetails summary={license ? `Licensed ${license}` : "Licence"}>
          <FontLicense
            license={font.license}
            onChange={(change) => onChange({ license: { ...font.license, ...change } })}
          />
        </LateDetails>
      </div>
    </Card>
  );
}

const readFamily = (text: string) => {
  if (text.trim() === "") return { error: "Enter a family name. Until then the typeface keeps its last one." };
  const problem = whyNotFamily(text);
  return problem ? { error: problem } : text;
};
const readFallback = readUnless(whyNotFamily);
const readFeature = readUnless(whyNotFeature);

function FontNames({ font, onChange }: Pick<FontCardProps, "font" | "onChange">) {
  const [problems, setProblems] = useState<{ fallbacks?: string | null; features?: string | null }>({});
  return (
    <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
      <EditedField
        label="Family"
        hint="The name used in style sheets."
        value={font.family}
        maxLength={TYPOGRAPHY_LIMITS.name}
        read={readFamily}
        onChange={(family) => onChange({ family })}
        className="sm:col-span-2"
      />
      <Field label="Fallbacks" error={problems.fallbacks} hint="Used in this order when the font can’t load.">
        <TagInput
          value={font.fallbacks}
          maxItems={TYPOGRAPHY_LIMITS.fallbacks}
          placeholder="Arial, sans-serif"
          readTag={readFallback}
          onProblem={(fallbacks) => setProblems({ ...problems, fallbacks })}
          onValueChange={(fallbacks) => onChange({ fallbacks })}
        />
      </Field>
      <Field label="OpenType features" error={problems.features} hint="Enabled wherever the typeface is used.">
        <TagInput
          value={font.opentype_features}
          maxItems={TYPOGRAPHY_LIMITS.features}
          placeholder="tnum, ss01"
          readTag={readFeature}
          onProblem={(features) => setProblems({ ...problems, features })}
          onValueChange={(opentype_features) => onChange({ opentype_features })}
        />
      </Field>
    </div>
  );
}

function Measures({ font: { metrics } }: { font: StoredFont }) {
  if (!metrics) return null;
  return (
    <p className="mt-3 max-w-prose text-[0.8125rem] text-muted">
      While it loads, {metrics.local} takes the same space: size {metrics.size_adjust} %, ascent{" "}
      {metrics.ascent_override} %, descent {metrics.descent_override} %, line gap {metrics.line_gap_override} %.
    </p>
  );
}
