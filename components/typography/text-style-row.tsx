"use client";

import { Plus, Trash2 } from "lucide-react";
import { cssFamiliesFor } from "@/components/chapters/specimens";
import { Button } from "@/components/ui/button";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { Field } from "@/components/ui/field";
import { NumberField } from "@/components/ui/input";
import { LateDetails } from "@/components/ui/late-trigger";
import { Select } from "@/components/ui/select";
import {
  cssFeatures,
  fontFor,
  ROLE_WORDS,
  type StoredTextStyle,
  type StoredTypography,
  startingStyle,
  styleName,
  styleText,
} from "@/lib/content";
import { FONT_ROLES, LENGTH_UNITS, type TextStyleName } from "@/lib/contract";
import { bidiIsolate } from "@/lib/platform/text";

type TextStyleRowProps = {
  name: TextStyleName;
  typography: StoredTypography;
  text: string;
  reason: string | null;
  onChange: (style: StoredTextStyle | null) => void;
};

export function TextStyleRow({ name, typography, text, reason, onChange }: TextStyleRowProps) {
  const style = typography.styles[name];
  const family = style && fontFor(typography, style.font)?.family;
  const label = styleName(name);
  return (
    <li id={`typography.styles.${name}`} tabIndex={-1} className="flex flex-col gap-3 p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <div>
          <h3 className="font-semibold">{label}</h3>
          <p className="text-[0.8125rem] text-muted">
            {style ? <MixedText>{styleText(style, family && bidiIsolate(family))}</MixedText> : "Not set"}
          </p>
        </div>
        {style ? (
          <Button
            size="sm"
            variant="ghost"
            icon={<Trash2 />}
            disabledReason={reason}
            aria-label={`Remove style ${label}`}
            onClick={() => onChange(null)}
          >
            Remove
          </Button>
        ) : (
          <Button
            size="sm"
            icon={<Plus />}
            disabledReason={reason}
            aria-label={`Add style ${label}`}
            onClick={() => onChange(startingStyle(name))}
          >
            Add
          </Button>
        )}
      </div>
      {style ? (
        <>
          <div className="max-h-72 overflow-clip">
            <ContentText as="p" className="text-ink wrap-anywhere" style={cssOf(typography, style)} data-style={name}>
              {text}
            </ContentText>
          </div>
          <LateDetails summary={`Edit ${label.toLowerCase()}`}>
            <StyleFields style={style} onChange={(change) => onChange({ ...style, ...change })} />
          </LateDetails>
        </>
      ) : null}
    </li>
  );
}

const cssOf = (typography: StoredTypography, { font, ...style }: StoredTextStyle) => ({
  fontFamily: cssFamiliesFor(typography, font),
  fontFeatureSettings: cssFeatures(fontFor(typography, font)),
  fontSize: `${style.fontSize.value}${style.fontSize.unit}`,
  fontWeight: style.fontWeight,
  letterSpacing: `${style.letterSpacing.value}${style.letterSpacing.unit}`,
  lineHeight: style.lineHeight,
});

const ROLES = FONT_ROLES.map((value) => ({ value, label: `For ${ROLE_WORDS[value]}` }));
const UNITS = LENGTH_UNITS.map((value) => ({ value, label: value }));

type StyleFieldsProps = { style: StoredTextStyle; onChange: (change: Partial<StoredTextStyle>) => void };

function StyleFields({ style, onChange }: StyleFieldsProps) {
  const { font, fontSize, fontWeight, letterSpacing, lineHeight } = style;
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <Field label="Typeface">
        <Select
          options={ROLES}
          value={font}
          onChange={(event) => onChange({ font: FONT_ROLES.find((role) => role === event.target.value) ?? font })}
        />
      </Field>
      <NumberField
        label="Size"
        value={fontSize.value}
        min={0.1}
        max={1000}
        step={0.1}
        onChange={(value) => onChange({ fontSize: { ...fontSize, value } })}
      />
      <Field label="Unit">
        <Select
          options={UNITS}
          value={fontSize.unit}
          onChange={(event) => {
            const unit = LENGTH_UNITS.find((one) => one === event.target.value) ?? fontSize.unit;
            onChange({ fontSize: { ...fontSize, unit }, letterSpacing: { ...letterSpacing, unit } });
          }}
        />
      </Field>
      <NumberField
        label="Weight"
        value={fontWeight}
        min={1}
        max={1000}
        onChange={(value) => onChange({ fontWeight: value })}
      />
      <NumberField
        label="Line height"
        value={lineHeight}
        min={0.5}
        max={5}
        step={0.05}
        onChange={(value) => onChange({ lineHeight: value })}
      />
      <NumberField
        label="Letter spacing"
        value={letterSpacing.value}
        min={-100}
        max={100}
        step={0.01}
        unit={letterSpacing.unit}
        onChange={(value) => onChange({ letterSpacing: { ...letterSpacing, value } })}
      />
    </div>
  );
}
