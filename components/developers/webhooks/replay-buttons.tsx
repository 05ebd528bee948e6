"use client";

import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useAction } from "@/components/ui/hooks";
import { useToast } from "@/components/ui/toast-context";
import { MOST_REPLAYED } from "@/lib/integrations";
import type { FormResult } from "@/lib/web/actions/form-result";
import type { Matching } from "./types";
import { replayedWords } from "./webhook-texts";

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

type ReplayMatchingButtonProps = {
  /** True while the list is narrowed by something. */
  filtered: boolean;
  manageReason: string | null;
  count: () => Promise<FormResult<Matching>>;
  /** Of what was recorded up to that moment. */
  replay: (at: Date) => Promise<FormResult<number>>;
};

const most = MOST_REPLAYED.toLocaleString("en");

/** Sends all that the list's filter finds again, once somebody has read how much that is. */
export function ReplayMatchingButton({ filtered, manageReason, count, replay }: ReplayMatchingButtonProps) {
  const [found, setFound] = useState<Matching | null>(null);
  const { run, pending } = useAction();
  const toast = useToast();
  const counted = (matching: Matching) => {
    if (matching.count > 0) setFound(matching);
    else
      toast({
        tone: "neutral",
        title: "Nothing here can be replayed",
        description:
          "Tests, what waits for its first attempt, and what goes to a subscription that is off are left alone.",
      });
  };
  const replayed = (number: number) => toast({ tone: "success", title: replayedWords(number) });
  const many = found !== null && found.count > MOST_REPLAYED;
  const number = Math.min(found?.count ?? 0, MOST_REPLAYED);
  const words = number === 1 ? "1 delivery" : `${number.toLocaleString("en")} deliveries`;
  return (
    <>
      <Button size="sm" pending={pending} disabledReason={manageReason} onClick={() => run(count, counted)}>
        {filtered ? "Replay what matches" : "Replay all"}
      </Button>
      <ConfirmDialog
        open={found !== null}
        onOpenChange={(open) => {
          if (!open) setFound(null);
        }}
        title={`Replay ${words}?`}
        effect={
          <>
            {many ? `More than ${most} match; the oldest ${most} of them are sent now. ` : null}
            Each is sent with the same id and body, also where it was delivered before: a receiver that ignores the ids
            it knows does nothing twice.
          </>
        }
        tone="primary"
        confirmLabel={`Replay ${number.toLocaleString("en")}`}
        act={() => replay(found?.at ?? new Date())}
        onOk={replayed}
      />
    </>
  );
}
