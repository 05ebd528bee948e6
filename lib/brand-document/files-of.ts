import type { FileRef } from "./file-ref";
import type { BrandDocument } from "./index";

/** Every stored file that a document names. */
export const filesOf = ({ logos, assets, typography }: BrandDocument): FileRef[] =>
  [...logos.items, ...assets, ...(typography?.fonts ?? []).flatMap(({ files }) => files)].map(({ file }) => file);
