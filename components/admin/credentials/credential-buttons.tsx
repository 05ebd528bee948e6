"use client";

import { Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { RowButton } from "@/components/ui/row-button";
import { CREDENTIAL_KIND_LABEL, type ToolCredentialKind } from "@/lib/integrations";
import { useCredentialDialog } from "./credential-dialogs";
import type { NamedCredential } from "./types";

export function IssueCredentialButton({ kind, reason }: { kind: ToolCredentialKind; reason: string | null }) {
  const open = useCredentialDialog();
  return (
    <Button icon={<Plus />} disabledReason={reason} onClick={() => open({ kind: "issue", of: kind })}>
      {`Issue ${CREDENTIAL_KIND_LABEL[kind].toLowerCase()}`}
    </Button>
  );
}

type CredentialRowButtonsProps = { target: NamedCredential; rotateReason: string | null };

export function CredentialRowButtons({ target, rotateReason }: CredentialRowButtonsProps) {
  const open = useCredentialDialog();
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <RowButton
        verb="Rotate"
        target={target}
        disabledReason={rotateReason}
        onClick={() => open({ kind: "rotate", target })}
      />
      <RowButton verb="Revoke" target={target} onClick={() => open({ kind: "revoke", target })} />
    </div>
  );
}
