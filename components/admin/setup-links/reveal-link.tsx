"use client";

import { CodeBlock } from "@/components/ui/code-block";
import { Moment } from "@/components/ui/moment";
import { RevealOnce } from "@/components/ui/reveal-once";
import type { MadeLink } from "./setup-link-dialogs";

export function RevealLink({ made, onStored }: { made: MadeLink; onStored: () => void }) {
  return (
    <RevealOnce
      advice="Send this link to the tool’s operator over a private channel. If anyone else opens it, revoke the link and the credentials."
      gone="You can only see a link once. Revoke it and create a new one."
      onStored={onStored}
    >
      <CodeBlock code={made.url} label="Setup link" />
      <p className="text-muted">
        Works once. Expires <Moment value={made.expiresAt} className="font-medium text-ink" />.
      </p>
    </RevealOnce>
  );
}
