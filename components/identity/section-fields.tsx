"use client";

import { type ReactNode, useState } from "react";
import { LatePart } from "@/components/chapters/chapter-page";
import { words } from "@/components/diff/value-text";
import { useDraftValue } from "@/components/draft/draft-provider";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { ChoiceField } from "@/components/ui/select";
import { TextLink } from "@/components/ui/text";
import { fontFor } from "@/lib/content";
import { ARCHETYPES, type FontRole, PERSONALITY_DIMENSIONS, TONE_AXES } from "@/lib/contract";
import { TONE_ENDS, toneText } from "@/lib/publishing";
import { ENTRY_LISTS } from "./entry-lists";
import { IdentityEntries } from "./identity-entries";
import { IdentityLines, IdentityTags, IdentityText, placeOf, textOf, useIdentityValue } from "./identity-text";
import { MAX } from "./radar";
import { readLanguage, readWebsite } from "./read-input";
import { ScaleField } from "./scale-field";
import { ARCHETYPE_LINES } from "./section-readings";

/** The names of three typefaces. An empty name falls back to the typeface with that role, shown as the placeholder. */
function TypefaceNames() {
  const slug = useDraftValue(({ state }) => state.brandSlug);
  const typography = useDraftValue(({ state }) => state.document.typography);
  const derived = (role: FontRole) => (typography ? fontFor(typography, role)?.family : undefined);
  return (
    <div className="grid gap-4">
      <p className="text-muted">
        Leave a name empty to use the typeface set under <TextLink href={`/b/${slug}/typography`}>Typography</TextLink>.
      </p>
      <IdentityText path={["brand", "typography", "heading"]} label="Headings" placeholder={derived("heading")} />
      <IdentityText path={["brand", "typography", "body"]} label="Body text" placeholder={derived("body")} />
      <IdentityText path={["brand", "typography", "mono"]} label="Monospace" placeholder={derived("mono")} />
    </div>
  );
}

function ToneFields() {
  return (
    <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
      {TONE_AXES.map((axis) => (
        <ScaleField
          key={axis}
          path={["persona", "tone", axis]}
          label={words(axis)}
          min={-2}
          max={2}
          ends={TONE_ENDS[axis]}
          valueText={(value) => toneText(axis, value)}
        />
      ))}
    </div>
  );
}

const PATH = ["brand", "website"] as const;

/** The brand's website. Invalid input stays here unsaved. Values saved before this check existed are kept. */
function IdentityWebsite() {
  const { value, setValue, error } = useIdentityValue(PATH);
  const [typed, setTyped] = useState<{ text: string; left: boolean } | null>(null);
  const read = typed ? readWebsite(typed.text) : null;
  const refused = typed?.left && read && "problem" in read ? read : null;

  const change = (text: string) => {
    const next = readWebsite(text);
    setTyped({ text, left: false });
    if ("value" in next) setValue(next.value);
  };
  const take = (proposal: string | undefined) => {
    setTyped(null);
    setValue(proposal);
  };
  return (
    <Field id={placeOf(PATH)} label="Website" error={refused?.problem ?? error}>
      <Input
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        value={typed?.text ?? textOf(value)}
        onChange={(event) => change(event.target.value)}
        onBlur={() => setTyped(typed && read && "problem" in read ? { ...typed, left: true } : null)}
      />
      {refused?.proposal ? (
        <Button size="sm" className="self-start" onClick={() => take(refused.proposal)}>
          Use {refused.proposal}
        </Button>
      ) : null}
    </Field>
  );
}

const LINES: Record<(typeof PERSONALITY_DIMENSIONS)[number], string> = {
  sincerity: "Honest, warm, down to earth",
  excitement: "Daring, spirited, up to date",
  competence: "Reliable, clever, successful",
  sophistication: "Elegant, charming, upper class",
  ruggedness: "Tough, outdoorsy, plain",
};

function DimensionFields() {
  return (
    <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
      {PERSONALITY_DIMENSIONS.map((dimension) => (
        <ScaleField
          key={dimension}
          path={["personality", "dimensions", dimension]}
          label={words(dimension)}
          hint={LINES[dimension]}
          min={1}
          max={MAX}
          ends={["Hardly", "Strongly"]}
          valueText={(value) => `${value} of ${MAX}`}
        />
      ))}
    </div>
  );
}

const PRIMARY = ["personality", "archetype", "primary"];
const SECONDARY = ["personality", "archetype", "secondary"];
const NONE = { value: "", label: "None" };

function ArchetypeFields() {
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
        options={[...options, NONE]}
      />
      <ChoiceField
        id={placeOf(SECONDARY)}
        label="Second archetype"
        hint={second ? ARCHETYPE_LINES[second] : "Optional. Adds a nuance to the main one."}
        error={secondary.error}
        className="sm:max-w-xs"
        value={textOf(secondary.value)}
        options={[NONE, ...options.filter(({ value }) => value !== primary.value)]}
        onChange={(value) => secondary.setValue(value || undefined)}
      />
    </div>
  );
}

const loadLocaleFields = () => import("./locale-fields").then(({ LocaleFields }) => LocaleFields);
const loadBoilerplateFields = () => import("./boilerplate-fields").then(({ BoilerplateFields }) => BoilerplateFields);

export const SECTION_FIELDS: Readonly<Record<string, ReactNode>> = {
  essentials: (
    <div className="flex flex-col gap-4">
      <IdentityText path={["brand", "tagline"]} label="Tagline" />
      <IdentityText
        path={["brand", "description"]}
        label="Description"
        rows={4}
        hint="Who you are and what you do, for people new to the brand."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <IdentityText path={["brand", "industry"]} label="Industry" />
        <IdentityWebsite />
      </div>
      <IdentityTags
        path={["brand", "languages"]}
        label="Languages"
        hint="For example Danish or da. Put the language of the brand’s texts first."
        placeholder="en-GB, de"
        readTag={readLanguage}
      />
    </div>
  ),
  purpose: (
    <div className="flex flex-col gap-4">
      <IdentityText path={["brand", "mission"]} label="Mission" rows={2} hint="What you do every day, and for whom." />
      <IdentityText path={["brand", "vision"]} label="Vision" rows={2} hint="The future you work towards." />
      <IdentityText
        path={["brand", "value_proposition"]}
        label="Value proposition"
        rows={2}
        hint="What customers get only from you."
      />
      <IdentityText path={["brand", "promise"]} label="Promise" rows={2} hint="What customers can hold you to." />
    </div>
  ),
  audiences: <IdentityEntries {...ENTRY_LISTS.audiences} />,
  offerings: <IdentityEntries {...ENTRY_LISTS.offerings} />,
  values: <IdentityEntries {...ENTRY_LISTS.values} />,
  distinction: (
    <div className="flex flex-col gap-5">
      <IdentityLines path={["brand", "differentiators"]} label="Differentiators" itemLabel="Differentiator" />
      <IdentityTags path={["brand", "tags"]} label="Tags" />
    </div>
  ),
  typography: <TypefaceNames />,
  archetype: <ArchetypeFields />,
  dimensions: <DimensionFields />,
  traits: <IdentityEntries {...ENTRY_LISTS.traits} />,
  character: (
    <div className="flex flex-col gap-4">
      <IdentityText path={["persona", "name"]} label="Name" />
      <IdentityText path={["persona", "summary"]} label="Summary" rows={3} />
    </div>
  ),
  voice: (
    <div className="flex flex-col gap-4">
      <IdentityText path={["persona", "voice", "summary"]} label="Voice in a sentence" rows={2} />
      <IdentityTags path={["persona", "voice", "attributes"]} label="It is" />
      <IdentityTags path={["persona", "voice", "avoid"]} label="It avoids" />
    </div>
  ),
  tone: <ToneFields />,
  rules: (
    <div className="flex flex-col gap-6">
      <IdentityLines path={["persona", "dos"]} label="Do" itemLabel="Do" />
      <IdentityLines path={["persona", "donts"]} label="Don’t" itemLabel="Don’t" />
    </div>
  ),
  vocabulary: (
    <div className="flex flex-col gap-6">
      <IdentityEntries {...ENTRY_LISTS.prefer} />
      <IdentityTags path={["persona", "vocabulary", "banned"]} label="Never say" />
    </div>
  ),
  contexts: <IdentityEntries {...ENTRY_LISTS.contexts} />,
  examples: <IdentityEntries {...ENTRY_LISTS.examples} />,
  languages: <LatePart load={loadLocaleFields} props={{}} />,
  trademarks: (
    <IdentityLines path={["trademark_lines"]} part="legal" label="Trademark lines" itemLabel="Trademark line" />
  ),
  boilerplate: <LatePart load={loadBoilerplateFields} props={{}} />,
};
