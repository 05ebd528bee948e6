import type { StoredAsset } from "@/lib/content";

export const HUB_BRAND_STATES = ["living", "archived", "to-be-deleted", "without-owner"] as const;
export type HubBrandState = (typeof HUB_BRAND_STATES)[number];

/** Whether a public page shows an asset and gives it away: fonts it only sets text in, since licences seldom allow more. */
export const isShownPublicly = ({ file }: StoredAsset): boolean => !file.mime.startsWith("font/");
