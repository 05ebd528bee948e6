import type { FileRef } from "./file-ref";
import type { BrandDocument } from "./index";

export const filesOf = ({ logos, assets, typography }: BrandDocument): FileRef[] =>
  [...logos.items, ...assets, ...(typography?.fonts ?? []).flatMap(({ files }) => files)].map(({ file }) => file);
