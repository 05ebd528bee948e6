import { z } from "zod";
import type { BrandDocument } from "./brand-document";

/** A stored file as a document names it: enough to sign its URL without asking the database. */
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
