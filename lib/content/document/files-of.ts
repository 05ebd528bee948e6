import type { BrandDocument } from "./brand-document";
import type { FileRef } from "./file-ref";

export const filesOf = ({ logos, assets, typography }: BrandDocument): FileRef[] =>
  [...logos.items, ...assets, ...(typography?.fonts ?? []).flatMap(({ files }) => files)].map(({ file }) => file);
