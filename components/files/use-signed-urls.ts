"use client";

import { useCallback, useEffect, useState } from "react";
import type { SignedFilePath, UrlOf } from "@/lib/content";
import type { SignFiles } from "./file-facts";

/** Renewed with this much time left, so that a picture on screen never breaks. */
const RENEW_BEFORE_MS = 3 * 60_000;
const RETRY_MS = 10_000;
const MAX_AT_ONCE = 200;

type Known = { path: string; renewAtMs: number };
type SignedUrls = Readonly<Record<string, SignedFilePath>>;

const known = ({ path, lifetimeSeconds }: SignedFilePath): Known => ({
  path,
  renewAtMs: Date.now() + lifetimeSeconds * 1000 - RENEW_BEFORE_MS,
});

const knownAll = (signedUrls: SignedUrls): Record<string, Known> =>
  Object.fromEntries(Object.entries(signedUrls).map(([view, url]) => [view, known(url)]));

type SignedUrlsInput = {
  brandId: string;
  /** Views to sign, keyed as by `thumbnailOf`. */
  wanted: readonly string[];
  initial: SignedUrls;
  sign: SignFiles;
};

/**
 * Returns a signed URL for each wanted view, requested in one call and renewed before it expires. `learn` adds the URL
 * from an upload's response.
 */
export function useSignedUrls({ brandId, wanted, initial, sign }: SignedUrlsInput) {
  const [signedUrls, setSignedUrls] = useState<Readonly<Record<string, Known>>>(() => knownAll(initial));
  const key = [...new Set(wanted)].sort().join(" ");

  useEffect(() => {
    if (key === "") return;
    const views = key.split(" ");
    const renewAtMs = (view: string) => signedUrls[view]?.renewAtMs ?? 0;
    let dropped = false;
    const renew = async () => {
      const due = views.filter((view) => renewAtMs(view) <= Date.now()).slice(0, MAX_AT_ONCE);
      const answer = await sign({ brandId, views: due }).catch(() => null);
      if (dropped) return;
      if (answer?.status !== "ok") {
        timer = setTimeout(() => void renew(), RETRY_MS);
        return;
      }
      const fresh = knownAll(answer.data);
      setSignedUrls((current) => ({ ...current, ...fresh }));
    };
    const waitMs = Math.max(0, Math.min(...views.map(renewAtMs)) - Date.now());
    let timer = setTimeout(() => void renew(), waitMs);
    return () => {
      dropped = true;
      clearTimeout(timer);
    };
  }, [brandId, key, signedUrls, sign]);

  const urlOf: UrlOf = useCallback((view) => signedUrls[view]?.path ?? null, [signedUrls]);
  const learn = useCallback(
    (view: string, signedUrl: SignedFilePath) => setSignedUrls((current) => ({ ...current, [view]: known(signedUrl) })),
    [],
  );
  return { urlOf, learn };
}
