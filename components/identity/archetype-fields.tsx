"use client";

import { words } from "@/components/diff/value-text";
import { Field } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { ARCHETYPES } from "@/lib/contract";
import { ARCHETYPE_LINES } from "./archetypes";
import { placeOf, textOf, useIdentityValue } from "./use-identity-value";

const PRIMARY = ["personality", "archetype", "primary"];
const SECONDARY = ["personality", "archetype", "secondary"];
const NONE = { value: "", label: "None" };

/** The main archetype as cards that say what each stands for, and a second one that colours it. */
export function ArchetypeFields() {
  const primary = useIdentityValue(PRIMARY);
  const secondary = useIdentityValue(SECONDARY);
  const options = ARCHETYPES.map((value) => ({ value, label: words(value), hint: ARCHETYPE_LINES[value] }));
  const second = ARCHETYPES.find((archetype) => archetype === secondary.value);
  return (
    <div className="flex flex-col gap-5">
      <RadioGroup
        id={placeOf(PRIMARY)}
        legend="Main archetype"
        name="archetype-primary"
        look="cards"
        value={textOf(primary.value)}
        onValueChange={(value) => primary.setValue(value || undefined)}
        error={primary.error}
        options={[...options, { ...NONE, hint: "Say nothing about it." }]}
      />
      <Field
        id={placeOf(SECONDARY)}
        label="Second archetype"
        hint={second ? ARCHETYPE_LINES[second] : "Colours the main one. Optional."}
        error={secondary.error}
        className="sm:max-w-xs"
      >
        <Select
          value={textOf(secondary.value)}
          options={[NONE, ...options.filter(({ value }) => value !== primary.value)]}
          onChange={(event) => secondary.setValue(event.target.value || undefined)}
        />
      </Field>
    </div>
  );
}
