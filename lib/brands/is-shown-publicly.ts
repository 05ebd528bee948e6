import type { StoredAsset } from "@/lib/content";

/** Whether a public page shows an asset and gives it away: fonts it only sets text in, since licences seldom allow more. */
export const isShownPublicly = ({ file }: StoredAsset): boolean => !file.mime.startsWith("font/");
