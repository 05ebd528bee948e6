"use client";

import { Plus } from "lucide-react";
import { useSignOut } from "@/components/shell/use-sign-out";
import { Button } from "@/components/ui/button";
import { useSessionDialog } from "./session-dialogs";

export function IssueTokenButton() {
  const open = useSessionDialog();
  return (
    <Button icon={<Plus />} onClick={() => open({ kind: "issue" })}>
      Issue a token
    </Button>
  );
}

export function SignOutEverywhereButton() {
  const open = useSessionDialog();
  return (
    <Button variant="danger" onClick={() => open({ kind: "everywhere" })}>
      Sign out everywhere
    </Button>
  );
}

type SessionButtonProps = { sid: string; label: string; current: boolean };

export function SessionButton({ sid, label, current }: SessionButtonProps) {
  const open = useSessionDialog();
  const { signOut, signingOut } = useSignOut();
  if (current) {
    return (
      <Button size="sm" pending={signingOut} onClick={signOut} aria-label="Sign out this browser">
        Sign out
      </Button>
    );
  }
  return (
    <Button
      size="sm"
      aria-label={`Sign out ${label}`}
      onClick={() => open({ kind: "revoke", sid, label, token: false })}
    >
      Sign out
    </Button>
  );
}

export function TokenButton({ sid, name }: { sid: string; name: string }) {
  const open = useSessionDialog();
  return (
    <Button
      size="sm"
      aria-label={`Revoke ${name}`}
      onClick={() => open({ kind: "revoke", sid, label: name, token: true })}
    >
      Revoke
    </Button>
  );
}
