"use client";

import { useCallback, useEffect, useState } from "react";
import type { FileAddress } from "@/lib/assets";
import type { AddressOf, SignFiles } from "./types";

/** An address is renewed when it has less than this to live, so that a picture never breaks while it is looked at. */
const RENEW_BEFORE_MS = 3 * 60_000;
const RETRY_MS = 10_000;
const MAX_AT_ONCE = 200;

type Known = { path: string; renewAtMs: number };
type Addresses = Readonly<Record<string, FileAddress>>;

const known = ({ path, lifetimeSeconds }: FileAddress): Known => ({
  path,
  renewAtMs: Date.now() + lifetimeSeconds * 1000 - RENEW_BEFORE_MS,
});

const knownAll = (addresses: Addresses): Record<string, Known> =>
  Object.fromEntries(Object.entries(addresses).map(([sha256, address]) => [sha256, known(address)]));

type FileAddressesInput = {
  brandId: string;
  /** The content of each file to show. */
  wanted: readonly string[];
  /** Addresses that came with the page. */
  initial: Addresses;
  sign: SignFiles;
};

/**
 * Keeps an address for each wanted file, asked for in one call and renewed before it stops working. `learn` takes one that came with
 * an upload, so that the picture shows at once.
 */
export function useFileAddresses({ brandId, wanted, initial, sign }: FileAddressesInput) {
  const [addresses, setAddresses] = useState<Readonly<Record<string, Known>>>(() => knownAll(initial));
  const key = [...new Set(wanted)].sort().join(" ");

  useEffect(() => {
    if (key === "") return;
    const sha256s = key.split(" ");
    const renewAtMs = (sha256: string) => addresses[sha256]?.renewAtMs ?? 0;
    let dropped = false;
    const renew = async () => {
      const due = sha256s.filter((sha256) => renewAtMs(sha256) <= Date.now()).slice(0, MAX_AT_ONCE);
      const answer = await sign({ brandId, sha256s: due }).catch(() => null);
      if (dropped) return;
      if (answer?.status !== "ok") {
        timer = setTimeout(() => void renew(), RETRY_MS);
        return;
      }
      const fresh = knownAll(answer.data);
      setAddresses((current) => ({ ...current, ...fresh }));
    };
    const waitMs = Math.max(0, Math.min(...sha256s.map(renewAtMs)) - Date.now());
    let timer = setTimeout(() => void renew(), waitMs);
    return () => {
      dropped = true;
      clearTimeout(timer);
    };
  }, [brandId, key, addresses, sign]);

  const addressOf: AddressOf = useCallback((sha256) => addresses[sha256]?.path ?? null, [addresses]);
  const learn = useCallback(
    (sha256: string, address: FileAddress) => setAddresses((current) => ({ ...current, [sha256]: known(address) })),
    [],
  );
  return { addressOf, learn };
}
