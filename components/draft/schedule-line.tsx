"use client";

import { Clock } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/empty-state";
import { useToast } from "@/components/ui/toast-context";
import { zonedText } from "@/lib/publishing";
import { useDraft, useDraftStep } from "./draft-provider";

export function ScheduleLine({ onChange }: { onChange: () => void }) {
  const { schedule, scheduleFailure, unschedule } = useDraft();
  const { run, pending, error } = useDraftStep();
  const showToast = useToast();
  return (
    <>
      {error ? <Notice tone="danger">{error}</Notice> : null}
      {schedule ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b pb-2">
          <p className="flex min-w-0 items-center gap-2 [&_svg]:size-4 [&_svg]:shrink-0">
            <Clock aria-hidden="true" className="text-muted" />
            <span>
              Goes live on <strong className="font-medium">{zonedText(schedule.at, schedule.zone)}</strong>, including
              edits you make until then.
            </span>
          </p>
          <div className="flex gap-2">
            <Button size="sm" onClick={onChange}>
              Change time
            </Button>
            <Button
              size="sm"
              pending={pending}
              onClick={() => run(unschedule, () => showToast({ title: "Schedule cancelled" }))}
            >
              Cancel schedule
            </Button>
          </div>
        </div>
      ) : null}
      {scheduleFailure ? (
        <Notice
          tone="danger"
          title="The scheduled publish failed"
          action={
            <Button size="sm" pending={pending} onClick={() => run(unschedule, () => {})}>
              Dismiss
            </Button>
          }
        >
          {scheduleFailure.reason}
        </Notice>
      ) : null}
    </>
  );
}
