"use client";

import { RotateCw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast-context";
import { useAction } from "@/components/ui/use-action";
import type { FormResult } from "@/lib/web/actions/form-result";

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
  const { run, pending } = useAction();
  const toast = useToast();
  const verb = early ? "Retry now" : "Replay";
  const replayed = () => toast({ tone: "success", title: "It is on the way again, with the same id" });
  return (
    <Button
      size="sm"
      icon={<RotateCw />}
      aria-label={`${verb}: ${what}`}
      pending={pending}
      disabledReason={disabledReason}
      onClick={() => run(replay, replayed)}
    >
      {verb}
    </Button>
  );
}
