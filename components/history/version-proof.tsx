"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Notice } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Section } from "@/components/ui/section";

type Result = { verified: boolean; text: ReactNode };

type VersionProofProps = {
  /** Address of the version's bytes. */
  href: string;
  sha256: string;
  /** A compact JWS. */
  proof: string;
};

/** A version's digest, and a button that verifies the version and its signature in the browser. */
export function VersionProof({ href, sha256, proof }: VersionProofProps) {
  const [result, setResult] = useState<Result | "pending" | null>(null);
  const verify = async () => {
    setResult("pending");
    setResult(await verified(href, proof));
  };
  return (
    <Section
      title="Proof"
      description="The hub signed this digest when it published the version. Your browser can check that nothing has changed since."
      actions={
        <Button onClick={verify} pending={result === "pending"}>
          Verify version
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <CodeBlock label="SHA-256" code={sha256} />
        <div role="status">
          {result !== null && result !== "pending" ? (
            <Notice tone={result.verified ? "success" : "danger"} title={result.verified ? "Verified" : "Not verified"}>
              {result.text}
            </Notice>
          ) : null}
        </div>
      </div>
    </Section>
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
