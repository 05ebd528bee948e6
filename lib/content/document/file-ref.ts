import { z } from "zod";
import type { BrandDocument } from "./brand-document";

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
