"use client";

import { type ReactNode, useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { RowButton } from "@/components/ui/row-button";

type Result = { verified: boolean; text: ReactNode };

type VersionProofProps = {
  version: number;
  /** Address of the version's bytes. */
  href: string;
  sha256: string;
  /** A compact JWS. */
  proof: string;
};

/** A version's digest, and a button that verifies the version and its signature in the browser. */
export function VersionProof({ version, href, sha256, proof }: VersionProofProps) {
  const [result, setResult] = useState<Result | "pending" | null>(null);
  const verify = async () => {
    setResult("pending");
    setResult(await verified(href, proof));
  };
  const pending = result === "pending";
  return (
    <div className="mt-1.5 flex min-w-0 flex-col gap-2">
      <div className="flex items-center gap-2 text-[0.8125rem] text-muted">
        <span className="min-w-0 truncate font-mono">SHA-256 {sha256}</span>
        <CopyButton value={sha256} label={`Copy SHA-256 of version ${version}`} />
        <RowButton verb="Verify" of={`version ${version}`} onClick={verify} pending={pending} />
      </div>
      <div role="status">
        {result !== null && !pending ? (
          <Notice tone={result.verified ? "success" : "danger"} title={result.verified ? "Verified" : "Not verified"}>
            {result.text}
          </Notice>
        ) : null}
      </div>
    </div>
  );
}

const UNREACHABLE: Result = { verified: false, text: "The hub didn’t send the version. Try again." };

async function verified(href: string, proof: string): Promise<Result> {
  const answers = await Promise.all([fetch(href), fetch("/.well-known/jwks.json")]).catch(() => []);
  const [content, keys] = answers;
  if (!content?.ok || !keys?.ok) return UNREACHABLE;
  const bytes = new Uint8Array(await content.arrayBuffer());
  // Loads a schema library, which nobody else needs on this page.
  const { verifyVersion } = await import("@/lib/contract");
  try {
    const { version, published_at } = await verifyVersion(bytes, proof, await keys.json());
    const text = (
      <>
        This is version {version} exactly as published on <Moment value={published_at} precision="day" />.
      </>
    );
    return { verified: true, text };
  } catch (error) {
    return { verified: false, text: (error as Error).message };
  }
}
