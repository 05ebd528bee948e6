"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { askForProof } from "@/components/ui/proof-asker";

/** Asks for the passkey or a code, which makes the session a strong one, and goes on. */
export function ConfirmButton({ to }: { to: string }) {
  const router = useRouter();
  return (
    <Button variant="primary" onClick={async () => (await askForProof()) && router.push(to)}>
      Confirm that it is you
    </Button>
  );
}
