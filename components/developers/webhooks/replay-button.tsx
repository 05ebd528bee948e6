"use client";

import { RotateCw } from "lucide-react";
import { useTransition } from "react";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast-context";
import type { FormResult } from "@/lib/forms";

type ReplayButtonProps = {
  label: string;
  replay: () => Promise<FormResult>;
  disabledReason: string | null;
};

/** Sends one delivery again, with the same id and body. */
export function ReplayButton({ label, replay, disabledReason }: ReplayButtonProps) {
  const [pending, startTransition] = useTransition();
  const toast = useToast();
  const run = () =>
    startTransition(async () => {
      const result = await replay().catch(() => null);
      if (result?.status === "ok") toast({ tone: "success", title: "It is on the way again, with the same id" });
      else if (result?.status === "error") toast({ tone: "danger", title: result.message });
      else toast({ tone: "danger", title: "The hub could not be reached. Check your connection and try again." });
    });
  return (
    <Button
      size="sm"
      icon={<RotateCw />}
      aria-label={label}
      pending={pending}
      disabledReason={disabledReason}
      onClick={run}
    >
      Replay
    </Button>
  );
}
