"use client";

import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useAction } from "@/components/ui/hooks";
import { useToast } from "@/components/ui/toast-context";
import { MAX_REPLAYED } from "@/lib/integrations";
import { counted } from "@/lib/platform/text";
import type { FormResult } from "@/lib/web/actions/form-result";
import { type Matching, replayedWords } from "./webhook-texts";

type ReplayButtonProps = {
  what: string;
  /** True if a retry is already due later. */
  early: boolean;
  replay: () => Promise<FormResult>;
  disabledReason?: string | null;
};

export function ReplayButton({ what, early, replay, disabledReason }: ReplayButtonProps) {
  const { run, pending } = useAction();
  const verb = early ? "Retry now" : "Replay";
  return (
    <Button
      size="sm"
      icon={<RotateCw />}
      aria-label={`${verb}: ${what}`}
      pending={pending}
      disabledReason={disabledReason}
      onClick={() => run(replay, "Delivery queued")}
    >
      {verb}
    </Button>
  );
}

type ReplayMatchingButtonProps = {
  filtered: boolean;
  count: () => Promise<FormResult<Matching>>;
  /** Replays what was created up to `at`. */
  replay: (at: Date) => Promise<FormResult<number>>;
};

const most = MAX_REPLAYED.toLocaleString("en");

/** Replays everything that matches the list's filter, after showing how many. */
export function ReplayMatchingButton({ filtered, count, replay }: ReplayMatchingButtonProps) {
  const [matching, setMatching] = useState<Matching | null>(null);
  const { run, pending } = useAction();
  const toast = useToast();
  const confirm = (result: Matching) => {
    if (result.count > 0) setMatching(result);
    else
      toast({
        tone: "neutral",
        title: "Nothing to replay",
        description: "Tests, first attempts and deliveries to a webhook that is off can’t be replayed.",
      });
  };
  const many = matching !== null && matching.count > MAX_REPLAYED;
  const number = Math.min(matching?.count ?? 0, MAX_REPLAYED);
  const words = counted(number, "delivery", "deliveries");
  return (
    <>
      <Button size="sm" pending={pending} onClick={() => run(count, confirm)}>
        {filtered ? "Replay matching" : "Replay all"}
      </Button>
      <ConfirmDialog
        open={matching !== null}
        onOpenChange={(open) => open || setMatching(null)}
        title={`Replay ${words}?`}
        effect={
          <>
            {many ? `More than ${most} match. The oldest ${most} are sent now. ` : null}
            Each keeps its ID and body, even if it was already delivered. Receivers should ignore IDs they have
            processed.
          </>
        }
        tone="primary"
        confirmLabel={`Replay ${words}`}
        act={() => replay(matching?.at ?? new Date())}
        onOk={replayedWords}
      />
    </>
  );
}
