"use client";

import type { ReactNode } from "react";
import { ArchetypeFields } from "./archetype-fields";
import { BoilerplateFields } from "./boilerplate-fields";
import { DimensionFields } from "./dimension-fields";
import { IdentityEntries } from "./identity-entries";
import { IdentityLines, IdentityTags } from "./identity-lists";
import { IdentityText } from "./identity-text";
import { IdentityWebsite } from "./identity-website";
import { LocaleFields } from "./locale-fields";
import { readLanguage } from "./read-language";
import { ToneFields } from "./tone-fields";
import { TypefaceNames } from "./typeface-names";

export type IdentitySection = { id: string; title: string; description: string; content: ReactNode };
export type IdentityPart = { id: string; title: string; sections: readonly IdentitySection[] };

const OFFERING_TYPES = [
  { value: "product", label: "Product" },
  { value: "service", label: "Service" },
];

const brand: readonly IdentitySection[] = [
  {
    id: "essentials",
    title: "Essentials",
    description: "What the brand is, in the words that tools quote.",
    content: (
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
          hint="Language tags, or English names of languages. Enter or a comma adds one."
          placeholder="en-GB, de"
          readTag={readLanguage}
        />
      </div>
    ),
  },
  {
    id: "purpose",
    title: "Purpose",
    description: "Why the brand exists, and what it owes its customers.",
    content: (
      <div className="flex flex-col gap-4">
        <IdentityText
          path={["brand", "mission"]}
          label="Mission"
          rows={2}
          hint="What you do every day, and for whom."
        />
        <IdentityText
          path={["brand", "vision"]}
          label="Vision"
          rows={2}
          hint="How the world looks once you are done."
        />
        <IdentityText
          path={["brand", "value_proposition"]}
          label="Value proposition"
          rows={2}
          hint="What a customer gets here and nowhere else."
        />
        <IdentityText path={["brand", "promise"]} label="Promise" rows={2} hint="What a customer may hold you to." />
      </div>
    ),
  },
  {
    id: "audiences",
    title: "Audiences",
    description: "Who the brand speaks to.",
    content: (
      <IdentityEntries
        path={["brand", "audiences"]}
        itemLabel="Audience"
        empty="No audience yet. Add the people you most want to reach."
        fields={[
          { key: "segment", label: "Who they are" },
          { key: "description", label: "What they need", rows: 2, beside: true },
        ]}
      />
    ),
  },
  {
    id: "offerings",
    title: "Offerings",
    description: "The products and services that carry the brand.",
    content: (
      <IdentityEntries
        path={["brand", "offerings"]}
        itemLabel="Offering"
        empty="No offering yet. Add what customers buy or use."
        fields={[
          { key: "name", label: "Name" },
          { key: "type", label: "Type", options: OFFERING_TYPES },
          { key: "description", label: "Description", rows: 2, beside: true },
        ]}
      />
    ),
  },
  {
    id: "values",
    title: "Values",
    description: "What the brand decides by.",
    content: (
      <IdentityEntries
        path={["brand", "values"]}
        itemLabel="Value"
        empty="No value yet. Three that you act on say more than ten."
        fields={[
          { key: "name", label: "Name" },
          { key: "description", label: "What it means in practice", rows: 2, beside: true },
        ]}
      />
    ),
  },
  {
    id: "distinction",
    title: "Distinction",
    description: "What sets the brand apart, and how it is found.",
    content: (
      <div className="flex flex-col gap-5">
        <IdentityLines path={["brand", "differentiators"]} label="Differentiators" itemLabel="Differentiator" />
        <IdentityTags path={["brand", "tags"]} label="Tags" />
      </div>
    ),
  },
  {
    id: "typography",
    title: "Typography",
    description: "The typefaces in words, with what a designer must know to set them.",
    content: <TypefaceNames />,
  },
];

const personality: readonly IdentitySection[] = [
  {
    id: "archetype",
    title: "Archetype",
    description: "The role the brand plays in the story it tells.",
    content: <ArchetypeFields />,
  },
  {
    id: "dimensions",
    title: "Dimensions",
    description: "Five traits of character, each from 1 (hardly) to 5 (strongly).",
    content: <DimensionFields />,
  },
  {
    id: "traits",
    title: "Traits",
    description: "How the brand behaves, and what that must not tip over into.",
    content: (
      <IdentityEntries
        path={["personality", "traits"]}
        itemLabel="Trait"
        empty="No trait yet. Name one, and say where it ends."
        fields={[
          { key: "name", label: "Trait" },
          { key: "means", label: "It means", rows: 2, beside: true },
          { key: "not", label: "It is not", rows: 2, beside: true },
        ]}
      />
    ),
  },
];

const persona: readonly IdentitySection[] = [
  {
    id: "character",
    title: "Character",
    description: "The person that readers hear when the brand speaks.",
    content: (
      <div className="flex flex-col gap-4">
        <IdentityText path={["persona", "name"]} label="Name" />
        <IdentityText path={["persona", "summary"]} label="Summary" rows={3} />
      </div>
    ),
  },
  {
    id: "voice",
    title: "Voice",
    description: "What stays the same whatever is said.",
    content: (
      <div className="flex flex-col gap-4">
        <IdentityText path={["persona", "voice", "summary"]} label="Voice in a sentence" rows={2} />
        <IdentityTags path={["persona", "voice", "attributes"]} label="It is" />
        <IdentityTags path={["persona", "voice", "avoid"]} label="It avoids" />
      </div>
    ),
  },
  {
    id: "tone",
    title: "Tone",
    description: "Where the voice usually stands between two ends.",
    content: <ToneFields />,
  },
  {
    id: "rules",
    title: "Do and don’t",
    description: "Rules a writer can follow and an editor can check.",
    content: (
      <div className="flex flex-col gap-6">
        <IdentityLines path={["persona", "dos"]} label="Do" itemLabel="Do" />
        <IdentityLines path={["persona", "donts"]} label="Don’t" itemLabel="Don’t" />
      </div>
    ),
  },
  {
    id: "vocabulary",
    title: "Vocabulary",
    description: "The words the brand uses, and those it never does.",
    content: (
      <div className="flex flex-col gap-6">
        <IdentityEntries
          path={["persona", "vocabulary", "prefer"]}
          itemLabel="Word"
          empty="No preferred word yet."
          fields={[
            { key: "say", label: "Say" },
            { key: "not", label: "Not", beside: true },
          ]}
        />
        <IdentityTags path={["persona", "vocabulary", "banned"]} label="Never say" />
      </div>
    ),
  },
  {
    id: "contexts",
    title: "Contexts",
    description: "How the tone shifts from one place to another.",
    content: (
      <IdentityEntries
        path={["persona", "contexts"]}
        itemLabel="Context"
        empty="No context yet. Think of an invoice, an apology, a launch."
        fields={[
          { key: "channel", label: "Where" },
          { key: "shift", label: "How the tone shifts", rows: 2, beside: true },
        ]}
      />
    ),
  },
  {
    id: "examples",
    title: "Examples",
    description: "Sentences as the brand would write them: tools learn most from these.",
    content: (
      <IdentityEntries
        path={["persona", "examples"]}
        itemLabel="Example"
        empty="No example yet. One real sentence beats a page of rules."
        fields={[
          { key: "context", label: "Context" },
          { key: "text", label: "Text", rows: 2, beside: true },
        ]}
      />
    ),
  },
];

const languages: readonly IdentitySection[] = [
  {
    id: "languages",
    title: "Texts in other languages",
    description: "What is missing in a language is read in the main text.",
    content: <LocaleFields />,
  },
];

const legal: readonly IdentitySection[] = [
  {
    id: "trademarks",
    title: "Trademarks",
    description: "Whose marks the brand’s names and signs are, each in a sentence.",
    content: (
      <IdentityLines path={["trademark_lines"]} part="legal" label="Trademark lines" itemLabel="Trademark line" />
    ),
  },
  {
    id: "boilerplate",
    title: "Boilerplate",
    description: "The text that stands below publications, in each language.",
    content: <BoilerplateFields />,
  },
];

/** Everything a compiled identity holds, and what the brand says in law, in the order in which it is edited. */
export const IDENTITY_PARTS: readonly IdentityPart[] = [
  { id: "brand", title: "Brand", sections: brand },
  { id: "personality", title: "Personality", sections: personality },
  { id: "persona", title: "Persona", sections: persona },
  { id: "in-languages", title: "Languages", sections: languages },
  { id: "legal", title: "Legal", sections: legal },
];
