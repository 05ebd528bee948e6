"use client";

import { ownZone } from "./date-text";
import { useHydrated } from "./use-hydrated";

/** The zone of whoever reads; null while rendering on the server and during hydration, which do not know it. */
export const useZone = (): string | null => (useHydrated() ? ownZone() : null);
