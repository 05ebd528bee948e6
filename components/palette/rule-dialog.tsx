"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ContentText } from "@/components/ui/content-text";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { COLOR_LIMITS, type PaletteEntry, type StoredColorRule } from "@/lib/brand-document";
import { RULE_SEVERITIES } from "@/lib/contract";
import { oneOf } from "@/lib/kernel/one-of";

type RuleDialogProps = {
  rule: StoredColorRule;
  isNew: boolean;
  palette: readonly PaletteEntry[];
  onSave: (rule: StoredColorRule) => void;
  onClose: () => void;
};

const LISTS = [
  ["allowed_on", "May stand only on"],
  ["forbidden_on", "May not stand on"],
  ["never_pair_with", "Never goes with"],
] as const;

/** One rule for one colour: nothing changes before it is saved. */
export function RuleDialog({ isNew, palette, onSave, onClose, ...props }: RuleDialogProps) {
  const formId = useId();
  const [rule, setRule] = useState(props.rule);
  const [checked, setChecked] = useState(false);
  const says = LISTS.some(([key]) => rule[key].some((id) => id !== rule.color));
  const save = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const known = (ids: readonly string[]) => ids.filter((id) => id !== rule.color);
    const lists = Object.fromEntries(LISTS.map(([key]) => [key, known(rule[key])]));
    if (says) onSave({ ...rule, ...lists, reason: rule.reason.trim() });
  };
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={isNew ? "Add a colour rule" : "Edit the colour rule"}
      description="Tools read it and can check what people make."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="primary">
            Save rule
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={save} noValidate className="flex flex-col gap-4">
        <Field label="Colour">
          <Select
            value={rule.color}
            options={palette.map(({ id, name }) => ({ value: id, label: name, written: true }))}
            onChange={(event) => setRule({ ...rule, color: event.target.value })}
          />
        </Field>
        {LISTS.map(([key, label]) => (
          <Fieldset key={key} legend={label}>
            <div className="flex flex-wrap gap-x-5 gap-y-1.5">
              {palette
                .filter(({ id }) => id !== rule.color)
                .map(({ id, name }) => (
                  <Checkbox
                    key={id}
                    label={<ContentText>{name}</ContentText>}
                    checked={rule[key].includes(id)}
                    onCheckedChange={(on) =>
                      setRule({ ...rule, [key]: on ? [...rule[key], id] : rule[key].filter((one) => one !== id) })
                    }
                  />
                ))}
            </div>
          </Fieldset>
        ))}
        <SegmentedControl
          label="How binding it is"
          name="severity"
          options={[
            { value: "must", label: "Must" },
            { value: "should", label: "Should" },
          ]}
          value={rule.severity}
          onValueChange={(value) => setRule({ ...rule, severity: oneOf(RULE_SEVERITIES, value) ?? rule.severity })}
        />
        <Field label="Reason" optional hint="For people, beside what machines check.">
          <Input
            value={rule.reason}
            maxLength={COLOR_LIMITS.reason}
            autoComplete="off"
            onChange={(event) => setRule({ ...rule, reason: event.target.value })}
          />
        </Field>
        {checked && !says ? <Notice tone="danger">Choose at least one colour that the rule speaks of.</Notice> : null}
      </form>
    </Dialog>
  );
}
