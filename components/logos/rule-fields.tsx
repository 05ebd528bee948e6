"use client";

import { useDraftValue } from "@/components/draft/draft-provider";
import { Checkbox } from "@/components/ui/checkbox";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { Notice } from "@/components/ui/empty-state";
import { MeasureField } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/field-parts";
import { ChoiceField } from "@/components/ui/select";
import { ColorChip, Details, Sentences } from "@/components/ui/text";
import { changeRule, type LogoEntry, logoRuleText, logoRuleWarnings, type RuleChange } from "@/lib/content";
import { CLEAR_SPACE_MEASURES, LOGO_BACKGROUNDS, LOGO_RULE_LIMITS } from "@/lib/contract";
import { bidiIsolate } from "@/lib/platform/text";
import { BACKGROUND_LABELS, type LogoChange } from "./variant-labels";

const MEASURE_NAMES = { logo_height: "The logo’s height", symbol_height: "The symbol’s height" } as const;
const MEASURES = CLEAR_SPACE_MEASURES.map((value) => ({ value, label: MEASURE_NAMES[value] }));

export function RuleFields({ item, onChange }: { item: LogoEntry; onChange: (change: LogoChange) => void }) {
  const palette = useDraftValue(({ state }) => state.document.colors.palette);
  const { rule } = item;
  const { minimum_size: size, clear_space: space, allowed_backgrounds: grounds } = rule ?? {};
  const change = (next: RuleChange) => onChange({ rule: changeRule(rule, next) });
  const warnings = logoRuleWarnings(item, palette);
  const nameOf = (id: string) => palette.find((entry) => entry.id === id)?.name ?? "a removed colour";
  const toggled = <Word,>(words: readonly Word[] = [], word: Word, on: boolean): Word[] =>
    on ? [...words, word] : words.filter((one) => one !== word);
  return (
    <div id={`logos.checks.${item.id}`} tabIndex={-1} className="flex flex-col gap-3">
      {warnings.length > 0 ? (
        <Notice tone="warning" title={<MixedText>{`“${bidiIsolate(item.label)}” contradicts its rule`}</MixedText>}>
          <Sentences className="flex flex-col gap-1">{warnings}</Sentences>
        </Notice>
      ) : null}
      <p className="text-[0.8125rem] text-muted">
        {rule ? (
          <>
            Checked by tools: <MixedText>{logoRuleText(rule, (id) => bidiIsolate(nameOf(id)))}</MixedText>.
          </>
        ) : (
          "No rules for tools yet."
        )}
      </p>
      <Details summary={<MixedText>{`Rules that tools check for ${bidiIsolate(item.label)}`}</MixedText>}>
        <div className="grid gap-4">
          <div className="grid gap-3 sm:grid-cols-2">
            <MeasureField
              label="Minimum on screens"
              value={size?.px}
              max={LOGO_RULE_LIMITS.px}
              whole
              onChange={(px) => change({ minimum_size: present({ ...size, px }) })}
            />
            <MeasureField
              label="Minimum in print"
              unit="mm"
              value={size?.mm}
              max={LOGO_RULE_LIMITS.mm}
              onChange={(mm) => change({ minimum_size: present({ ...size, mm }) })}
            />
            <MeasureField
              label="Clear space on all sides"
              unit="%"
              value={space && Number((space.share * 100).toFixed(2))}
              max={LOGO_RULE_LIMITS.share * 100}
              onChange={(percent) =>
                change({
                  clear_space:
                    percent === undefined ? undefined : { share: percent / 100, of: space?.of ?? "logo_height" },
                })
              }
            />
            <ChoiceField
              label="Measured by"
              options={MEASURES}
              value={space?.of ?? "logo_height"}
              disabled={!space}
              onChange={(of) => space && change({ clear_space: { ...space, of } })}
            />
          </div>
          <Fieldset legend="Allowed on" hint="Choose none to allow every background it is made for.">
            <div className="grid gap-1 sm:grid-cols-2">
              {LOGO_BACKGROUNDS.map((surface) => (
                <Checkbox
                  key={surface}
                  label={BACKGROUND_LABELS[surface]}
                  checked={grounds?.surfaces?.includes(surface) ?? false}
                  onCheckedChange={(on) =>
                    change({ allowed_backgrounds: { ...grounds, surfaces: toggled(grounds?.surfaces, surface, on) } })
                  }
                />
              ))}
              {palette.map(({ id, name, hex }) => (
                <Checkbox
                  key={id}
                  label={
                    <span className="flex items-center gap-2">
                      <ColorChip hex={hex} look="size-4 rounded border-line" />
                      <ContentText>{name}</ContentText>
                    </span>
                  }
                  checked={grounds?.colors?.includes(id) ?? false}
                  onCheckedChange={(on) =>
                    change({ allowed_backgrounds: { ...grounds, colors: toggled(grounds?.colors, id, on) } })
                  }
                />
              ))}
            </div>
          </Fieldset>
        </div>
      </Details>
    </div>
  );
}

const present = (size: { px?: number | undefined; mm?: number | undefined }) => ({
  ...(size.px !== undefined && { px: size.px }),
  ...(size.mm !== undefined && { mm: size.mm }),
});
