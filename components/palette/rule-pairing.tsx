"use client";

import { useState } from "react";
import { Badge, Section } from "@/components/ui/card";
import { MixedText } from "@/components/ui/content-text";
import { ChoiceField } from "@/components/ui/select";
import { contrastRatio, ratioText, ruleText, type StoredColorRule } from "@/lib/content";
import { brokenColorRules } from "@/lib/contract";
import { bidiIsolate } from "@/lib/platform/text";
import { Sample } from "./contrast-table";
import type { Swatch } from "./types";

export function RulePairing({ swatches, rules }: { swatches: readonly Swatch[]; rules: readonly StoredColorRule[] }) {
  const [pair, setPair] = useState({ color: swatches[0]?.id ?? "", on: swatches[1]?.id ?? "" });
  const [ink, ground] = [swatches.find(({ id }) => id === pair.color), swatches.find(({ id }) => id === pair.on)];
  const options = swatches.map(({ id, name }) => ({ value: id, label: name, written: true }));
  const nameOf = (id: string) => bidiIsolate(swatches.find((swatch) => swatch.id === id)?.name ?? "");
  const broken = brokenColorRules(rules, pair);
  return (
    <Section level={3} title="Test a pair">
      <div className="grid max-w-xl gap-3 sm:grid-cols-2">
        <ChoiceField
          label="Colour"
          value={pair.color}
          options={options}
          onChange={(color) => setPair({ ...pair, color })}
        />
        <ChoiceField label="Background" value={pair.on} options={options} onChange={(on) => setPair({ ...pair, on })} />
      </div>
      {ink && ground ? (
        <div role="status" className="mt-3 flex flex-wrap items-center gap-2.5">
          <Sample ground={ground.hex} ink={ink.hex} />
          <span className="font-mono tabular-nums">{ratioText(contrastRatio(ink.hex, ground.hex))}</span>
          {broken.length === 0 ? (
            <Badge tone="success">Breaks no rule</Badge>
          ) : (
            <span className="wrap-anywhere">
              <MixedText>
                {broken
                  .map((rule) => {
                    const shown = { ...rule, reason: rule.reason && bidiIsolate(rule.reason) };
                    return `${nameOf(rule.color)}: ${ruleText(shown, nameOf)}.`;
                  })
                  .join(" ")}
              </MixedText>
            </span>
          )}
        </div>
      ) : null}
    </Section>
  );
}
