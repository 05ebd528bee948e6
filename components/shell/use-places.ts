"use client";

import { useEffect, useState } from "react";
import type { Places, ShellActions } from "./types";

const NONE: Places = { tools: [], chapters: [] };

/** Loads the tools and documentation chapters for the palette when it first opens. Ignores failures. */
export function usePlaces(read: ShellActions["readPlaces"], active: boolean): Places {
  const [places, setPlaces] = useState<Places | null>(null);
  const needed = active && places === null;
  useEffect(() => {
    if (!needed) return;
    let left = false;
    const look = async () => {
      const result = await read().catch(() => null);
      if (!left && result?.status === "ok") setPlaces(result.data);
    };
    look();
    return () => {
      left = true;
    };
  }, [read, needed]);
  return places ?? NONE;
}
