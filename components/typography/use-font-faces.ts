"use client";

import { useEffect, useState } from "react";
import type { StoredFont, UrlOf } from "@/lib/content";
import { ownFamily } from "./specimens";

/**
 * Registers the draft's fonts with the browser, which loads a file when it is used. Returns the ids of typefaces with a
 * file that failed to load.
 */
export function useFontFaces(fonts: readonly StoredFont[], urlOf: UrlOf): ReadonlySet<string> {
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const key = JSON.stringify(
    fonts.flatMap((font) =>
      font.files.map(({ file, weights, style }) => [font.id, urlOf(file.sha256), weights.join(" "), style] as const),
    ),
  );
  useEffect(() => {
    const wanted: [id: string, src: string | null, weight: string, style: string][] = JSON.parse(key);
    const faces = wanted.flatMap(([id, src, weight, style]) => {
      if (!src) return [];
      const face = new FontFace(ownFamily({ id }), `url("${src}")`, { weight, style });
      document.fonts.add(face);
      return [{ id, face }];
    });
    setBroken(new Set());
    const onFailed = (event: FontFaceSetLoadEvent) => {
      const failed = faces.filter(({ face }) => event.fontfaces.includes(face)).map(({ id }) => id);
      if (failed.length > 0) setBroken((current) => new Set([...current, ...failed]));
    };
    document.fonts.addEventListener("loadingerror", onFailed);
    return () => {
      document.fonts.removeEventListener("loadingerror", onFailed);
      for (const { face } of faces) document.fonts.delete(face);
    };
  }, [key]);
  return broken;
}
