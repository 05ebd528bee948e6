"use client";

import { useEffect, useState } from "react";
import type { Places, ShellActions } from "./types";

const NONE: Places = { tools: [], chapters: [] };

/** The tools and chapters that the palette knows by name, asked for once it is first open; without an answer it does without them. */
export function usePlaces(read: ShellActions["readPlaces"], active: boolean): Places {
  const [places, setPlaces] = useState<Places | null>(null);
  const wanted = active && places === null;
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    const look = async () => {
      const result = await read().catch(() => null);
      if (!left && result?.status === "ok") setPlaces(result.data);
    };
    look();
    return () => {
      left = true;
    };
  }, [read, wanted]);
  return places ?? NONE;
}
