// SPDX-License-Identifier: MIT
import { z } from "zod";
import { LanguageTag } from "./primitives.js";
import { ARCHETYPES, IDENTITY_LIMITS } from "./words.js";

const text = z.string().max(IDENTITY_LIMITS.stringLength);
const list = <T extends z.ZodType>(entry: T) => z.array(entry).max(IDENTITY_LIMITS.listLength);
const scale = (min: number, max: number) => z.int().min(min).max(max);

export const Archetype = z.enum(ARCHETYPES);

export const BrandData = z
  .object({
    tagline: text,
    mission: text,
    vision: text,
    description: text,
    value_proposition: text,
    promise: text,
    industry: text,
    languages: list(text),
    website: text,
    audiences: list(z.object({ segment: text, description: text }).partial()),
    offerings: list(z.object({ name: text, type: z.enum(["product", "service"]), description: text }).partial()),
    values: list(z.object({ name: text, description: text }).partial()),
    differentiators: list(text),
    tags: list(text),
    typography: z.object({ heading: text, body: text, mono: text }).partial(),
  })
  .partial()
  .meta({ id: "BrandData", description: "What the brand is, what it offers and to whom" });

export const Personality = z
  .object({
    archetype: z.object({ primary: Archetype, secondary: Archetype }).partial(),
    dimensions: z
      .object({
        sincerity: scale(1, 5),
        excitement: scale(1, 5),
        competence: scale(1, 5),
        sophistication: scale(1, 5),
        ruggedness: scale(1, 5),
      })
      .partial(),
    traits: list(z.object({ name: text, means: text, not: text }).partial()),
  })
  .partial()
  .meta({ id: "Personality", description: "The brand's character: archetypes and Aaker's five dimensions" });

export const Persona = z
  .object({
    name: text,
    summary: text,
    voice: z.object({ summary: text, attributes: list(text), avoid: list(text) }).partial(),
    tone: z
      .object({ formality: scale(-2, 2), humor: scale(-2, 2), irreverence: scale(-2, 2), enthusiasm: scale(-2, 2) })
      .partial(),
    dos: list(text),
    donts: list(text),
    vocabulary: z.object({ prefer: list(z.object({ say: text, not: text }).partial()), banned: list(text) }).partial(),
    contexts: list(z.object({ channel: text, shift: text }).partial()),
    examples: list(z.object({ context: text, text }).partial()),
  })
  .partial()
  .meta({ id: "Persona", description: "The brand's voice and tone" });

/** An identity's texts in another language, except addresses, typeface names and language names. */
export const LocaleTexts = z
  .object({
    brand: BrandData.omit({ languages: true, website: true, typography: true }),
    personality: Personality.pick({ traits: true }),
    persona: Persona.omit({ tone: true }),
  })
  .partial()
  .meta({ id: "LocaleTexts", description: "Texts in another language. Missing texts fall back to the main language." });
export type LocaleTexts = z.infer<typeof LocaleTexts>;

/** A published identity: brand data, personality and persona. Every value is optional. */
export const CompiledIdentity = z
  .object({
    schema: z.literal(1),
    brand: BrandData,
    personality: Personality,
    persona: Persona,
    locales: z
      .record(LanguageTag, LocaleTexts)
      .optional()
      .meta({ description: "Texts in other languages. `identityIn` returns the identity in one of them." }),
  })
  .meta({ id: "CompiledIdentity", description: "Brand data, personality and persona. Every value is optional." });
export type CompiledIdentity = z.infer<typeof CompiledIdentity>;
