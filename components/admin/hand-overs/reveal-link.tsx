"use client";

import { CodeBlock } from "@/components/ui/code-block";
import { Moment } from "@/components/ui/moment";
import { RevealOnce } from "@/components/ui/reveal-once";
import type { MadeLink } from "./types";

/** A link for a tool's operator, at the one moment it is shown. */
export function RevealLink({ made, onStored }: { made: MadeLink; onStored: () => void }) {
  return (
    <RevealOnce
      advice="Send it to the tool’s operator where only they read. The list of links says when it was opened and used; if that was somebody else, withdraw it and revoke the credentials."
      gone="You left this page, so the link is no longer shown. Withdraw it and make another."
      onStored={onStored}
    >
      <CodeBlock code={made.url} label="Hand-over link" />
      <p className="text-muted">
        It works once, until <Moment value={made.expiresAt} className="font-medium text-ink" />.
      </p>
    </RevealOnce>
  );
}
