"use client";
import { useEffect } from "react";

const activeBrand = () => document.cookie.split("; ").find((pair) => pair.startsWith("hub_active_brand=")) ?? "";

/** Which brand and version this page would show now, null without a session, undefined while this tool does not answer. */
async function ask(): Promise<{ brand: string; version: number } | null | undefined> {
  const answer = await fetch("/version").catch(() => undefined);
  return answer?.ok ? answer.json() : undefined;
}

/** Turns the page once the active brand has changed, another tab has signed in for another, or a newer version is here. */
export function Live({ brand, version }: { brand: string; version: number }) {
  useEffect(() => {
    const before = activeBrand();
    let open = true;
    async function watch(): Promise<void> {
      const now = activeBrand() === before ? await ask() : null;
      if (!open) return;
      if (now === null || (now && (now.brand !== brand || now.version > version))) location.replace("/");
      else timer = setTimeout(watch, 500);
    }
    let timer = setTimeout(watch, 500);
    return () => {
      open = false;
      clearTimeout(timer);
    };
  }, [brand, version]);
  return null;
}
