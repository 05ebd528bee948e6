"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Switch } from "@/components/ui/checkbox";
import { ColorInput } from "@/components/ui/color-input";
import { MixedText } from "@/components/ui/content-text";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field, Input, Textarea } from "@/components/ui/field";
import { ChoiceField } from "@/components/ui/select";
import { DOCUMENT_LIMITS, describeColor, type PaletteEntry, parseHex } from "@/lib/content";
import { COLOR_ROLES } from "@/lib/contract";
import { bidiIsolate } from "@/lib/platform/text";
import { ROLE_LABELS } from "./stated-colors";

type ColorDialogProps = {
  /** The colour to edit or the start of a new one. Null closes the dialog. */
  entry: PaletteEntry | null;
  isNew: boolean;
  lockReason: string | null;
  onSave: (entry: PaletteEntry) => void;
  onClose: () => void;
};

const ROLES = COLOR_ROLES.map((value) => ({
  value,
  label: `${ROLE_LABELS[value].label} – ${ROLE_LABELS[value].hint}`,
}));

export function ColorDialog({ entry, isNew, onClose, ...rest }: ColorDialogProps) {
  const formId = useId();
  return (
    <Dialog
      open={entry !== null}
      onOpenChange={(open) => open || onClose()}
      title={<MixedText>{isNew ? "Add colour" : `Edit ${bidiIsolate(entry?.name ?? "")}`}</MixedText>}
      description={isNew ? "Saved to your draft. Publish to make it live." : undefined}
      footer={
        <>
          <DialogClose />
          <Button type="submit" form={formId} variant="primary">
            {isNew ? "Add colour" : "Save colour"}
          </Button>
        </>
      }
    >
      {entry ? <ColorForm key={entry.id} id={formId} entry={entry} {...rest} /> : null}
    </Dialog>
  );
}

function ColorForm(props: Omit<ColorDialogProps, "entry" | "isNew" | "onClose"> & { id: string; entry: PaletteEntry }) {
  const { id, lockReason, onSave } = props;
  const [entry, setEntry] = useState(props.entry);
  const [checked, setChecked] = useState(false);
  const hex = parseHex(entry.hex);
  const nameError = checked && entry.name.trim() === "" ? "Enter a name." : undefined;
  const hexError = checked && !hex ? "Enter a hex colour, such as #0f766e." : undefined;
  const set = (change: Partial<PaletteEntry>) => setEntry((current) => ({ ...current, ...change }));
  const save = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const name = entry.name.trim();
    if (name && hex) onSave({ ...entry, name, hex, usage: entry.usage.trim() });
  };
  return (
    <form id={id} onSubmit={save} noValidate className="flex flex-col gap-4">
      <span
        aria-hidden="true"
        className="h-16 rounded-lg border border-line transition-colors"
        style={hex ? { backgroundColor: hex } : undefined}
      />
      <Field label="Colour" required error={hexError} hint={hex ? describeColor(hex) : "Three or six hex digits"}>
        <ColorInput
          value={entry.hex}
          onValueChange={(next) => set({ hex: next })}
          aria-label="Colour"
          // The browser's colour picker comes first in the DOM.
          data-focus-first
          onFocus={(event) => event.target.select()}
        />
      </Field>
      <Field label="Name" required error={nameError}>
        <Input
          value={entry.name}
          maxLength={DOCUMENT_LIMITS.label}
          autoComplete="off"
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <ChoiceField
        label="Role"
        hint="Tools choose colours by their role."
        options={ROLES}
        value={entry.role}
        onChange={(role) => set({ role })}
      />
      <Field label="Usage" optional hint="When to use it, and when not to.">
        <Textarea
          value={entry.usage}
          rows={2}
          maxLength={DOCUMENT_LIMITS.prose}
          onChange={(event) => set({ usage: event.target.value })}
        />
      </Field>
      <Switch
        label="Locked"
        hint="Regenerating keeps it. Only owners and admins can change it."
        checked={entry.locked}
        disabledReason={lockReason}
        onCheckedChange={(locked) => set({ locked })}
      />
    </form>
  );
}
