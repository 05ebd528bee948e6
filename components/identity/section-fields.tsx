"use client";

import type { ReactNode } from "react";
import { ArchetypeFields } from "./archetype-fields";
import { DimensionFields } from "./dimension-fields";
import { ENTRY_LISTS } from "./entry-lists";
import { IdentityEntries } from "./identity-entries";
import { IdentityLines, IdentityTags } from "./identity-lists";
import { IdentityText } from "./identity-text";
import { IdentityWebsite } from "./identity-website";
import { LatePart } from "./late-part";
import { readLanguage } from "./read-language";
import { ToneFields } from "./tone-fields";
import { TypefaceNames } from "./typeface-names";

const loadLocaleFields = () => import("./locale-fields").then(({ LocaleFields }) => LocaleFields);
const loadBoilerplateFields = () => import("./boilerplate-fields").then(({ BoilerplateFields }) => BoilerplateFields);

/** The fields of each section of the identity, by its id. */
export const SECTION_FIELDS: Readonly<Record<string, ReactNode>> = {
  essentials: (
    <div className="flex flex-col gap-4">
      <IdentityText path={["brand", "tagline"]} label="Tagline" />
      <IdentityText
        path={["brand", "description"]}
        label="Description"
        rows={4}
        hint="Who you are and what you do, for somebody who has never heard of you."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <IdentityText path={["brand", "industry"]} label="Industry" />
        <IdentityWebsite />
      </div>
      <IdentityTags
        path={["brand", "languages"]}
        label="Languages"
        hint="Language tags, or English names of languages. Enter or a comma adds one. The first is the language of the brand’s texts."
        placeholder="en-GB, de"
        readTag={readLanguage}
      />
    </div>
  ),
  purpose: (
    <div className="flex flex-col gap-4">
      <IdentityText path={["brand", "mission"]} label="Mission" rows={2} hint="What you do every day, and for whom." />
      <IdentityText path={["brand", "vision"]} label="Vision" rows={2} hint="How the world looks once you are done." />
      <IdentityText
        path={["brand", "value_proposition"]}
        label="Value proposition"
        rows={2}
        hint="What a customer gets here and nowhere else."
      />
      <IdentityText path={["brand", "promise"]} label="Promise" rows={2} hint="What a customer may hold you to." />
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
  languages: <LatePart load={loadLocaleFields} />,
  trademarks: (
    <IdentityLines path={["trademark_lines"]} part="legal" label="Trademark lines" itemLabel="Trademark line" />
  ),
  boilerplate: <LatePart load={loadBoilerplateFields} />,
};
