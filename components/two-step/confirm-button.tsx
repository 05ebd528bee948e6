"use client";

import { Button } from "@/components/ui/button";
import { askForProof } from "@/components/ui/proof-asker";

/** Asks for the passkey or a code, which makes the session a strong one, and goes on; by a new load, since the router may have kept that the page leads here. */
export function ConfirmButton({ to }: { to: string }) {
  return (
    <Button variant="primary" onClick={async () => (await askForProof()) && window.location.assign(to)}>
      Confirm that it is you
    </Button>
  );
}
