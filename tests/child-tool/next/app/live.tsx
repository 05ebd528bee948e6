"use client";
import { useEffect } from "react";

const COOKIE = "hub_active_brand=";
const activeBrand = () => document.cookie.split("; ").find((pair) => pair.startsWith(COOKIE)) ?? COOKIE;

/** Which brand and version this page would show now, null without a session, undefined while this tool does not answer. */
async function ask(): Promise<{ brand: string; version: number } | null | undefined> {
  const answer = await fetch("/version").catch(() => undefined);
  return answer?.ok ? answer.json() : undefined;
}

/**
 * Turns the page once the active brand is another than the one that the page was made for, another tab has signed in for another, or a newer version is here.
 * `active` is what the cookie said to the server: it may have turned before this runs.
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
