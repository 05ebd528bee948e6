import { z } from "zod";
import { CLEAR_SPACE_MEASURES, declared, Imagery, Legal, LOGO_BACKGROUNDS, LOGO_RULE_LIMITS } from "@/lib/contract";
import type { BrandDocument } from "./brand-document";
import { MAX_LANGUAGES } from "./words";

/** In the bundle's format. Examples refer to assets of the document. */
export const StoredImagery = declared(Imagery);
export type StoredImagery = z.infer<typeof StoredImagery>;
export type StoredDirection = NonNullable<StoredImagery["icon"]>;
export type StoredExample = NonNullable<StoredDirection["dos"]>[number];

/** In the bundle's format. */
export const StoredLegal = declared(Legal).refine(
  ({ boilerplate }) => Object.keys(boilerplate ?? {}).length <= MAX_LANGUAGES,
  `At most ${MAX_LANGUAGES} languages`,
);
export type StoredLegal = z.infer<typeof StoredLegal>;

const { px, mm, share, colors } = LOGO_RULE_LIMITS;

/** `colors` are palette ids. */
export const StoredLogoRule = z
  .object({
    minimum_size: z.object({ px: z.int().positive().max(px), mm: z.number().positive().max(mm) }).partial(),
    clear_space: z.object({ share: z.number().positive().max(share), of: z.enum(CLEAR_SPACE_MEASURES) }),
    allowed_backgrounds: z
      .object({
        surfaces: z.array(z.enum(LOGO_BACKGROUNDS)).max(LOGO_BACKGROUNDS.length),
        colors: z.array(z.uuid()).max(colors),
      })
      .partial(),
  })
  .partial();
export type StoredLogoRule = z.infer<typeof StoredLogoRule>;

/** Enough to sign the file's URL without a query. */
export const FileRef = z.object({
  id: z.uuid(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  mime: z.string(),
  bytes: z.int().positive(),
  width: z.int().positive().nullable(),
  height: z.int().positive().nullable(),
});
export type FileRef = z.infer<typeof FileRef>;

export const filesOf = ({ logos, assets, typography }: BrandDocument): FileRef[] =>
  [...logos.items, ...assets, ...(typography?.fonts ?? []).flatMap(({ files }) => files)].map(({ file }) => file);
