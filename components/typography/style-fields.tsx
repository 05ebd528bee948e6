"use client";

import { Plus, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { MixedText } from "@/components/ui/content-text";
import { NumberField } from "@/components/ui/field";
import { LateDetails } from "@/components/ui/late-trigger";
import { RowButton } from "@/components/ui/row-button";
import { ChoiceField } from "@/components/ui/select";
import {
  assignRole,
  FONT_ROLE_LABELS,
  fontFor,
  ROLE_WORDS,
  type StoredTextStyle,
  type StoredTypography,
  setStyle,
  startingStyle,
  styleName,
  styleText,
  withStartingStyles,
} from "@/lib/content";
import { FONT_ROLES, LENGTH_UNITS, TEXT_STYLES, type TextStyleName } from "@/lib/contract";
import { bidiIsolate } from "@/lib/platform/text";

export type EditTypography = (label: string, next: StoredTypography, joins?: string) => void;
type TypographyFieldsProps = { typography: StoredTypography; edit: EditTypography };

export function PairingFields({ typography, edit }: TypographyFieldsProps) {
  const options = [
    { value: "", label: "None" },
    ...typography.fonts.map(({ id, family }) => ({ value: id, label: family, written: true })),
  ];
  return (
    <div className="flex flex-col gap-4">
      {FONT_ROLES.map((role) => (
        <ChoiceField
          key={role}
          label={FONT_ROLE_LABELS[role]}
          options={options}
          value={fontFor(typography, role)?.id ?? ""}
          onChange={(id) => edit("Change pairing", assignRole(typography, role, id || null))}
        />
      ))}
    </div>
  );
}

export function TextStyleFields({ typography, edit }: TypographyFieldsProps) {
  const missing = TEXT_STYLES.filter((name) => !typography.styles[name]);
  const change = (name: TextStyleName, style: StoredTextStyle | null) =>
    edit(
      `${style ? "Set" : "Remove"} ${styleName(name)}`,
      setStyle(typography, name, style),
      style && typography.styles[name] ? name : undefined,
    );
  return (
    <div className="flex flex-col gap-3">
      {missing.length > 0 ? (
        <Button
          size="sm"
          icon={<Plus />}
          className="w-fit"
          onClick={() => edit("Add text styles", withStartingStyles(typography))}
        >
          {missing.length === TEXT_STYLES.length ? "Add default scale" : "Add missing styles"}
        </Button>
      ) : null}
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
        {TEXT_STYLES.map((name) => (
          <TextStyleRow key={name} name={name} typography={typography} onChange={(style) => change(name, style)} />
        ))}
      </ul>
    </div>
  );
}

type TextStyleRowProps = {
  name: TextStyleName;
  typography: StoredTypography;
  onChange: (style: StoredTextStyle | null) => void;
};

function TextStyleRow({ name, typography, onChange }: TextStyleRowProps) {
  const style = typography.styles[name];
  const family = style && fontFor(typography, style.font)?.family;
  const label = styleName(name);
  return (
    <li id={`typography.styles.${name}`} tabIndex={-1} className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <div>
          <h3 className="font-semibold">{label}</h3>
          <p className="text-[0.8125rem] text-muted">
            {style ? <MixedText>{styleText(style, family && bidiIsolate(family))}</MixedText> : "Not set"}
          </p>
        </div>
        {style ? (
          <RowButton
            verb="Remove"
            of={`style ${label}`}
            variant="ghost"
            icon={<Trash2 />}
            onClick={() => onChange(null)}
          />
        ) : (
          <RowButton verb="Add" of={`style ${label}`} icon={<Plus />} onClick={() => onChange(startingStyle(name))} />
        )}
      </div>
      {style ? (
        <LateDetails summary={`Edit ${label.toLowerCase()}`}>
          <StyleFields style={style} onChange={(change) => onChange({ ...style, ...change })} />
        </LateDetails>
      ) : null}
    </li>
  );
}

const ROLES = FONT_ROLES.map((value) => ({ value, label: `For ${ROLE_WORDS[value]}` }));
const UNITS = LENGTH_UNITS.map((value) => ({ value, label: value }));

type StyleFieldsProps = { style: StoredTextStyle; onChange: (change: Partial<StoredTextStyle>) => void };

function StyleFields({ style, onChange }: StyleFieldsProps) {
  const { font, fontSize, fontWeight, letterSpacing, lineHeight } = style;
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <ChoiceField label="Typeface" options={ROLES} value={font} onChange={(role) => onChange({ font: role })} />
      <NumberField
        label="Size"
        value={fontSize.value}
        min={0.1}
        max={1000}
        step={0.1}
        onChange={(value) => onChange({ fontSize: { ...fontSize, value } })}
      />
      <ChoiceField
        label="Unit"
        options={UNITS}
        value={fontSize.unit}
        onChange={(unit) => onChange({ fontSize: { ...fontSize, unit }, letterSpacing: { ...letterSpacing, unit } })}
      />
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
