"use client";

import { CodeBlock } from "@/components/ui/code-block";
import { Moment } from "@/components/ui/moment";
import { RevealOnce } from "@/components/ui/reveal-once";
import type { ApiKeyScope } from "@/lib/contract";
import type { RevealedKey } from "./types";

/** What a key can be tried with, by the first scope it has. */
const TRIALS: Record<ApiKeyScope, string> = {
  "brands:read": "/api/public/brands",
  "identity:read": "/api/public/brand/me",
  "events:write": `/api/public/events -H 'Content-Type: application/json' -d '{"type":"key.tried"}'`,
};

/** A line for a POSIX shell that proves the key works. */
export const curlLine = (baseUrl: string, { key, scopes }: Pick<RevealedKey, "key" | "scopes">): string =>
  `curl -s -H 'Authorization: Bearer ${key}' ${baseUrl}${TRIALS[scopes[0] as ApiKeyScope]}`;

/** The key for a service's environment file. */
export const envLines = (baseUrl: string, key: string): string => `BRAND_HUB_URL=${baseUrl}\nBRAND_HUB_API_KEY=${key}`;

type RevealKeyProps = { revealed: RevealedKey; baseUrl: string; onStored: () => void };

/** The key in the forms it is needed in. */
export function RevealKey({ revealed, baseUrl, onStored }: RevealKeyProps) {
  const { key, expiresAt, oldKeyExpiresAt } = revealed;
  return (
    <RevealOnce
      advice="The hub keeps a fingerprint of it, not the key. Store it in your secret manager before you go on."
      gone="You left this page, so the key is no longer shown. Rotate it for another."
      onStored={onStored}
    >
      <CodeBlock code={key} label="API key" />
      <CodeBlock code={curlLine(baseUrl, revealed)} label="curl, ready to paste" />
      <CodeBlock code={envLines(baseUrl, key)} label=".env" />
      <p className="text-muted">
        {expiresAt ? <Until moment={expiresAt}>It works until</Until> : "It never expires."}{" "}
        {oldKeyExpiresAt ? <Until moment={oldKeyExpiresAt}>The key before it works until</Until> : null}
      </p>
    </RevealOnce>
  );
}

function Until({ moment, children }: { moment: Date; children: string }) {
  return (
    <>
      {children} <Moment value={moment} className="font-medium text-ink" />.
    </>
  );
}
