"use client";

import { RotateCw } from "lucide-react";
import { useTransition } from "react";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast-context";
import type { FormResult } from "@/lib/actions/form-result";

type ReplayButtonProps = {
  /** What is sent again, for screen readers. */
  what: string;
  /** True when the hub would try again by itself, later. */
  early: boolean;
  replay: () => Promise<FormResult>;
  disabledReason: string | null;
};

/** Sends one delivery again, with the same id and body. */
export function ReplayButton({ what, early, replay, disabledReason }: ReplayButtonProps) {
  const [pending, startTransition] = useTransition();
  const toast = useToast();
  const verb = early ? "Retry now" : "Replay";
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
      aria-label={`${verb}: ${what}`}
      pending={pending}
      disabledReason={disabledReason}
      onClick={run}
    >
      {verb}
    </Button>
  );
}
