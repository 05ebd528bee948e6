"use client";

import { useEffect, useRef, useState } from "react";
import type { LogoLook } from "@/lib/logos";
import type { ShownLogo } from "./types";

/** Longest side at which the points are looked at: shares need no more. */
const SIDE = 64;

/** What shows a logo, and its file. */
type Seen = { src: string; fileSrc: string };

async function look({ src, fileSrc }: Seen, mime: string): Promise<LogoLook | null> {
  const picture = new Image();
  picture.src = src;
  await picture.decode();
  const scale = SIDE / Math.max(picture.naturalWidth, picture.naturalHeight, 1);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale));
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  if (!drawing) return null;
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height);
  const liveText = mime === "image/svg+xml" && /<text[\s>/]/.test(await (await fetch(fileSrc)).text());
  return { pixels: data, liveText };
}

/** What this window sees of logos, by the hash of their files; without those that it does not see yet, and null for those it cannot. */
export function useLogoLooks(
  logos: readonly Pick<ShownLogo, "item" | "src" | "fileSrc">[],
): ReadonlyMap<string, LogoLook | null> {
  const [looks, setLooks] = useState<ReadonlyMap<string, LogoLook | null>>(new Map());
  const asked = useRef(new Set<string>());
  useEffect(() => {
    for (const { src, fileSrc, item } of logos) {
      const { sha256, mime } = item.file;
      if (!src || !fileSrc || asked.current.has(sha256)) continue;
      asked.current.add(sha256);
      look({ src, fileSrc }, mime)
        // A picture that cannot be shown says so itself.
        .catch(() => null)
        .then((found) => setLooks((known) => new Map(known).set(sha256, found)));
    }
  }, [logos]);
  return looks;
}
