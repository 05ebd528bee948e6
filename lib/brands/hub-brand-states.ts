export const HUB_BRAND_STATES = ["living", "archived", "to-be-deleted", "without-owner"] as const;
export type HubBrandState = (typeof HUB_BRAND_STATES)[number];
