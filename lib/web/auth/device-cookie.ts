import { DEVICE_LIFETIME_SECONDS } from "@/lib/access/server";
import { ownCookie } from "./own-cookie";

/** The cookie by which the hub knows a browser that has signed in before; signing out leaves it (docs/decisions.md, Limits). */
export const deviceCookie = (token: string, { HUB_BASE_URL }: { HUB_BASE_URL: string }) =>
  ownCookie("device", { value: token, maxAge: DEVICE_LIFETIME_SECONDS, baseUrl: HUB_BASE_URL });

export const deviceCookieName = (baseUrl: string): string => deviceCookie("", { HUB_BASE_URL: baseUrl }).name;
