"use client";

import { type ReactNode, useState } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { RowButton } from "@/components/ui/row-button";
import { Section } from "@/components/ui/section";

type Result = { verified: boolean; text: ReactNode };

type VersionProofProps = {
  version: number;
  /** Address of the version's bytes. */
  href: string;
  sha256: string;
  /** A compact JWS. */
  proof: string;
};

function useVerification({ version, href, proof }: VersionProofProps) {
  const [result, setResult] = useState<Result | "pending" | null>(null);
  const verify = async () => {
    setResult("pending");
    setResult(await verified(href, proof));
  };
  const pending = result === "pending";
  const button = <RowButton verb="Verify" of={`version ${version}`} onClick={verify} pending={pending} />;
  const status = (
    <div role="status">
      {result !== null && !pending ? (
        <Notice tone={result.verified ? "success" : "danger"} title={result.verified ? "Verified" : "Not verified"}>
          {result.text}
        </Notice>
      ) : null}
    </div>
  );
  return { button, status };
}

/** A version's digest, and a button that verifies the version and its signature in the browser. */
export function VersionProof(props: VersionProofProps) {
  const { button, status } = useVerification(props);
  return (
    <Section
      title="Proof"
      description="The hub signed this digest when it published the version. Your browser can check that nothing has changed since."
      actions={button}
    >
      <div className="flex flex-col gap-3">
        <CodeBlock label="SHA-256" code={props.sha256} />
        {status}
      </div>
    </Section>
  );
}

/** The same in a list: the digest's first characters, and all of them to copy. */
export function VersionDigest(props: VersionProofProps) {
  const { button, status } = useVerification(props);
  return (
    <div className="mt-1.5 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1 text-[0.8125rem] text-muted">
        <span className="mr-1 font-mono">SHA-256 {props.sha256.slice(0, 12)}…</span>
        <CopyButton value={props.sha256} label={`Copy SHA-256 of version ${props.version}`} />
        {button}
      </div>
      {status}
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
