"use client";
import { useEffect } from "react";

const COOKIE = "hub_active_brand=";
const activeBrand = () => document.cookie.split("; ").find((pair) => pair.startsWith(COOKIE)) ?? COOKIE;

/**
 * The brand and version that the page would show now, null without a session, undefined if this tool doesn't respond.
 */
async function ask(): Promise<{ brand: string; version: number } | null | undefined> {
  const answer = await fetch("/version").catch(() => undefined);
  return answer?.ok ? answer.json() : undefined;
}

/**
 * Reloads the page when the active brand changes, another tab switches brands or a newer version is stored. `active` is
 * the cookie as the server read it, since it may change before this runs.
 */
export function Live({ brand, version, active }: { brand: string; version: number; active: string }) {
  useEffect(() => {
    let open = true;
    async function watch(): Promise<void> {
      const now = activeBrand() === COOKIE + active ? await ask() : null;
      if (!open) return;
      if (now === null || (now && (now.brand !== brand || now.version > version))) location.replace("/");
      else timer = setTimeout(watch, 500);
    }
    let timer = setTimeout(watch, 500);
    return () => {
      open = false;
      clearTimeout(timer);
    };
  }, [brand, version, active]);
  return null;
}
