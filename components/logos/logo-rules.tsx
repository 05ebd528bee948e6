"use client";

import { useState } from "react";
import { Fieldset } from "@/components/ui/fieldset";
import { ListInput } from "@/components/ui/list-input";
import { Section } from "@/components/ui/section";
import { DOCUMENT_LIMITS } from "@/lib/brand-document";

const meaning = (lines: readonly string[]) => lines.map((line) => line.trim()).filter(Boolean);
const equal = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((line, index) => line === b[index]);

type LogoRulesProps = { rules: readonly string[]; onChange: (rules: string[]) => void };

/** What everybody has to keep to with any of the logos, in the brand's own words. */
export function LogoRules({ rules, onChange }: LogoRulesProps) {
  // A line just added is empty, which no draft keeps: it stands here until something is typed.
  const [lines, setLines] = useState<readonly string[]>(rules);
  const shown = equal(meaning(lines), rules) ? lines : rules;
  return (
    <Section id="logos.rules" title="Rules" description="What holds for every logo. Tools show these beside the files.">
      <Fieldset legend="Rules for the logos" hideLegend hint="Enter adds a line below; the arrows change the order.">
        <ListInput
          itemLabel="Rule"
          value={shown}
          maxItems={DOCUMENT_LIMITS.logoRules}
          maxLength={DOCUMENT_LIMITS.prose}
          placeholder="Such as: Leave its colours as they are."
          onValueChange={(next) => {
            setLines(next);
            if (!equal(meaning(next), rules)) onChange(meaning(next));
          }}
        />
      </Fieldset>
    </Section>
  );
}
