"use client";

import { useEffect, useState } from "react";
import type { LogoLook } from "@/lib/logos";

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

/** What this window sees of a logo; null until it does, and where it cannot. */
export function useLogoLook(
  { src, fileSrc }: { [Url in keyof Seen]: string | null },
  { mime, sha256 }: { mime: string; sha256: string },
): LogoLook | null {
  const [seen, setSeen] = useState<{ sha256: string; look: LogoLook | null } | null>(null);
  const known = seen?.sha256 === sha256;
  useEffect(() => {
    if (!src || !fileSrc || known) return;
    let current = true;
    look({ src, fileSrc }, mime)
      // A picture that cannot be shown says so itself.
      .catch(() => null)
      .then((found) => current && setSeen({ sha256, look: found }));
    return () => {
      current = false;
    };
  }, [src, fileSrc, mime, sha256, known]);
  return known ? seen.look : null;
}
