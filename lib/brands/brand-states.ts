import type { StoredAsset } from "@/lib/content";

export const HUB_BRAND_STATES = ["living", "archived", "to-be-deleted", "without-owner"] as const;
export type HubBrandState = (typeof HUB_BRAND_STATES)[number];

/** The public page uses fonts but doesn't offer them, since licences seldom allow it. */
export const isShownPublicly = ({ file }: StoredAsset): boolean => !file.mime.startsWith("font/");
