"use client";

import { RotateCcw, Trash2 } from "lucide-react";
import { Button, IconButton } from "@/components/ui/button";
import { Badge, Section } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { CopyButton } from "@/components/ui/copy-button";
import { Drawer } from "@/components/ui/drawer";
import { Notice } from "@/components/ui/empty-state";
import { EditedField, Field, Input } from "@/components/ui/field";
import { COLOR_LIMITS, parseCmyk, scaleOf, setPrint, setScale, setStep } from "@/lib/content";
import { SCALE_STEPS } from "@/lib/contract";
import { ColorValues } from "./color-values";
import { HexCell } from "./hex-field";
import { ROLE_LABELS } from "./stated-colors";
import type { DepthProps, Swatch } from "./types";

type ColorDetailsProps = DepthProps & { swatch: Swatch; onClose: () => void };

export function ColorDetails(props: ColorDetailsProps) {
  const { swatch, colors, canEdit, onClose } = props;
  const { id, name, forms, description, usage, blocked } = swatch;
  const { label: role } = ROLE_LABELS[swatch.role];
  return (
    <Drawer
      open
      title={<ContentText>{name}</ContentText>}
      description={`${role}, ${description.toLowerCase()}`}
      onOpenChange={(open) => open || onClose()}
    >
      <div className="flex flex-col gap-8">
        <div className="flex flex-col gap-4">
          <span
            aria-hidden="true"
            className="h-24 rounded-xl border border-line"
            style={{ backgroundColor: swatch.hex }}
          />
          <ColorValues name={name} forms={forms} print={blocked ? colors.print?.[id] : undefined} />
          <ContentText as="p" className="text-muted wrap-anywhere">
            {usage}
          </ContentText>
        </div>
        {canEdit && blocked ? <Notice locked>{blocked}</Notice> : null}
        <Shades {...props} />
        {blocked ? null : <Print {...props} />}
      </div>
    </Drawer>
  );
}

function Shades({ swatch, colors, onEdit }: ColorDetailsProps) {
  const { id, name, hex, blocked } = swatch;
  const set = colors.scales?.[id];
  const { own, steps } = scaleOf(hex, set);
  return (
    <Section
      level={3}
      title="Tints and shades"
      description={
        set
          ? "Generated from the colour, which sits at the step of its lightness."
          : blocked
            ? "Generated from the colour. Tools don’t get them."
            : "Preview of the generated shades. Tools get them once you add them."
      }
      actions={
        blocked ? null : set ? (
          <Button
            size="sm"
            variant="ghost"
            icon={<Trash2 />}
            onClick={() => onEdit(`Remove shades of ${name}`, setScale(colors, id, null))}
          >
            Remove shades
          </Button>
        ) : (
          <Button size="sm" onClick={() => onEdit(`Add shades of ${name}`, setScale(colors, id, {}))}>
            Add shades
          </Button>
        )
      }
    >
      <ul aria-label={`Shades of ${name}`} className="flex flex-col gap-1.5">
        {SCALE_STEPS.map((step) => (
          <li key={step} className="flex items-center gap-2.5">
            <span className="w-9 font-mono text-[0.8125rem] text-muted tabular-nums">{step}</span>
            <HexCell
              label={`Step ${step}`}
              value={steps[step]}
              onChange={
                set && step !== own && !blocked
                  ? (next) => onEdit(`Set ${name} ${step}`, setStep(colors, id, step, next), `scale ${id} ${step}`)
                  : null
              }
            />
            <CopyButton value={steps[step]} label={`Copy ${step} of ${name}`} />
            {step === own ? <Badge>Base colour</Badge> : null}
            {set?.[step] && step !== own && !blocked ? (
              <IconButton
                size="sm"
                icon={<RotateCcw />}
                label={`Reset ${step}`}
                onClick={() => onEdit(`Reset ${name} ${step}`, setStep(colors, id, step, null))}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const percentages = (text: string) => {
  const cmyk = parseCmyk(text);
  if (!cmyk) return text.trim() === "" ? "" : { error: "Enter four percentages: cyan, magenta, yellow and black." };
  return `${cmyk.c} ${cmyk.m} ${cmyk.y} ${cmyk.k}`;
};

function Print({ swatch, colors, onEdit }: ColorDetailsProps) {
  const { id, name } = swatch;
  const { cmyk, pantone } = colors.print?.[id] ?? { cmyk: null, pantone: "" };
  const label = `Set print values of ${name}`;
  const written = cmyk ? `${cmyk.c} ${cmyk.m} ${cmyk.y} ${cmyk.k}` : "";
  return (
    <Section
      level={3}
      title="Print"
      description="Ask your printer. Print values can’t be calculated from screen colours."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <EditedField
          mono
          label="CMYK"
          hint="In percent, such as 80 42 66 32."
          value={written}
          maxLength={40}
          read={percentages}
          onChange={(text) => onEdit(label, setPrint(colors, id, { cmyk: parseCmyk(text), pantone }), `cmyk ${id}`)}
        />
        <Field label="Pantone" hint="The name of the ink, such as 626 C.">
          <Input
            value={pantone}
            maxLength={COLOR_LIMITS.pantone}
            autoComplete="off"
            onChange={(event) =>
              onEdit(label, setPrint(colors, id, { cmyk, pantone: event.target.value }), `pantone ${id}`)
            }
          />
        </Field>
      </div>
    </Section>
  );
}
