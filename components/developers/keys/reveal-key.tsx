"use client";

import { CodeBlock } from "@/components/ui/code-block";
import { momentText } from "@/components/ui/date-text";
import { RevealOnce } from "@/components/ui/reveal-once";
import type { RevealedKey } from "./types";

/** A line for a POSIX shell that proves the key works: it lists the one brand the key stands for. */
export const curlLine = (baseUrl: string, key: string): string =>
  `curl -s -H 'Authorization: Bearer ${key}' ${baseUrl}/api/public/brands`;

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
      <CodeBlock code={curlLine(baseUrl, key)} label="curl, ready to paste" />
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
      {children} <strong className="font-medium text-ink">{momentText(moment)}</strong>.
    </>
  );
}
