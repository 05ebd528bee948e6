"use client";

import { Pencil, Plus, Trash2 } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { Badge } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/empty-state";
import { Field, Input } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/field-parts";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { ChoiceField } from "@/components/ui/select";
import { ColorChip } from "@/components/ui/text";
import { usePanelAddress } from "@/components/ui/use-panel-address";
import {
  COLOR_LIMITS,
  type PaletteEntry,
  removeRule,
  ruleFindings,
  ruleText,
  type StoredColorRule,
  setRule,
} from "@/lib/content";
import { RULE_SEVERITIES } from "@/lib/contract";
import { newId, oneOf } from "@/lib/platform/ids";
import { bidiIsolate } from "@/lib/platform/text";
import { RulePairing } from "./rule-pairing";
import { type DepthProps, RULE_PARAMETER } from "./types";

type RuleDialogProps = {
  rule: StoredColorRule;
  isNew: boolean;
  palette: readonly PaletteEntry[];
  onSave: (rule: StoredColorRule) => void;
  onClose: () => void;
};

const LISTS = [
  ["allowed_on", "Only on"],
  ["forbidden_on", "Not on"],
  ["never_pair_with", "Never combined with"],
] as const;

function RuleDialog({ isNew, palette, onSave, onClose, ...props }: RuleDialogProps) {
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
      onOpenChange={(open) => open || onClose()}
      title={isNew ? "Add colour rule" : "Edit colour rule"}
      description="Tools can check work against it."
      footer={
        <>
          <DialogClose />
          <Button type="submit" form={formId} variant="primary">
            Save rule
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={save} noValidate className="flex flex-col gap-4">
        <ChoiceField
          label="Colour"
          value={rule.color}
          options={palette.map(({ id, name }) => ({ value: id, label: name, written: true }))}
          onChange={(color) => setRule({ ...rule, color })}
        />
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
          label="Severity"
          name="severity"
          options={[
            { value: "must", label: "Must" },
            { value: "should", label: "Should" },
          ]}
          value={rule.severity}
          onValueChange={(value) => setRule({ ...rule, severity: oneOf(RULE_SEVERITIES, value) ?? rule.severity })}
        />
        <Field label="Reason" optional hint="Explains the rule to people.">
          <Input
            value={rule.reason}
            maxLength={COLOR_LIMITS.reason}
            autoComplete="off"
            onChange={(event) => setRule({ ...rule, reason: event.target.value })}
          />
        </Field>
        {checked && !says ? <Notice tone="danger">Choose at least one colour for the rule.</Notice> : null}
      </form>
    </Dialog>
  );
}

const PANEL = { parameter: RULE_PARAMETER, prefixes: [] };
/** The URL's value for a new rule. */
const NEW = "new";

const newRule = (color: string): StoredColorRule => ({
  id: newId(),
  color,
  allowed_on: [],
  forbidden_on: [],
  never_pair_with: [],
  severity: "must",
  reason: "",
});

export function ColorRules({ colors, swatches, canEdit, onEdit }: DepthProps) {
  const { palette, rules = [] } = colors;
  const { id: openId, go } = usePanelAddress(PANEL);
  const nameOf = (id: string) => palette.find((entry) => entry.id === id)?.name ?? "";
  const findings = ruleFindings(colors, bidiIsolate);
  const [first] = palette;
  const isNew = openId === NEW;
  const full = rules.length >= COLOR_LIMITS.rules && `A brand has at most ${COLOR_LIMITS.rules} colour rules.`;
  const edited = isNew ? first && !full && newRule(first.id) : rules.find(({ id }) => id === openId);
  return (
    <div className="flex flex-col gap-5">
      {rules.length > 0 ? (
        <>
          {findings.length > 0 ? (
            <Notice tone="warning" title="Your palette breaks these rules">
              <ul className="flex flex-col gap-1">
                {findings.map(({ severity, sentence }) => (
                  <li key={sentence}>
                    <MixedText>{sentence}</MixedText> {severity === "should" ? "(should)" : ""}
                  </li>
                ))}
              </ul>
            </Notice>
          ) : (
            <Notice tone="success">No pair from the palette’s roles or gradients breaks a rule.</Notice>
          )}
          <ul aria-label="Colour rules" className="divide-y divide-line rounded-xl border border-line bg-surface">
            {rules.map((rule) => (
              <li
                key={rule.id}
                id={`colors.rules.${rule.id}`}
                tabIndex={-1}
                className="flex items-start gap-3 px-4 py-3"
              >
                <ColorChip hex={palette.find(({ id }) => id === rule.color)?.hex ?? "#ffffff"} />
                <div className="min-w-0 grow">
                  <p className="flex flex-wrap items-center gap-2">
                    <ContentText className="font-medium">{nameOf(rule.color)}</ContentText>
                    <Badge tone={rule.severity === "must" ? "danger" : "neutral"}>
                      {rule.severity === "must" ? "Must" : "Should"}
                    </Badge>
                  </p>
                  <p className="text-muted wrap-anywhere">
                    <MixedText>{ruleText(rule, nameOf, bidiIsolate)}</MixedText>
                  </p>
                </div>
                {canEdit ? (
                  <>
                    <IconButton
                      size="sm"
                      icon={<Pencil />}
                      label={`Edit rule for ${nameOf(rule.color)}`}
                      onClick={() => go(rule.id)}
                    />
                    <IconButton
                      size="sm"
                      icon={<Trash2 />}
                      label={`Remove rule for ${nameOf(rule.color)}`}
                      onClick={() => onEdit(`Remove rule for ${nameOf(rule.color)}`, removeRule(colors, rule.id))}
                    />
                  </>
                ) : null}
              </li>
            ))}
          </ul>
          <RulePairing swatches={swatches} rules={rules} />
        </>
      ) : null}
      {first && canEdit ? (
        <Button icon={<Plus />} className="w-fit" disabledReason={full} onClick={() => go(NEW)}>
          Add rule
        </Button>
      ) : null}
      {edited && canEdit ? (
        <RuleDialog
          key={openId}
          rule={edited}
          isNew={isNew}
          palette={palette}
          onClose={() => go(null)}
          onSave={(rule) => {
            onEdit(`Set rule for ${nameOf(rule.color)}`, setRule(colors, rule));
            go(null);
          }}
        />
      ) : null}
    </div>
  );
}
