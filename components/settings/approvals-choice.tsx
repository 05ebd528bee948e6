"use client";

import { useOptimistic } from "react";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/empty-state";
import { useAction } from "@/components/ui/hooks";
import { ChoiceField } from "@/components/ui/select";
import { MAX_APPROVALS } from "@/lib/publishing";
import type { FormResult } from "@/lib/web/actions/form-result";

type ApprovalsChoiceProps = {
  set: (approvals: number) => Promise<FormResult>;
  required: number;
  approvers: number;
};

const OPTIONS = Array.from({ length: MAX_APPROVALS + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? "None" : String(count),
}));

export function ApprovalsChoice({ set, required, approvers }: ApprovalsChoiceProps) {
  const [shown, show] = useOptimistic(required);
  const { run } = useAction();
  // The draft's editor may be one of them, and can't approve it.
  const others = Math.max(approvers - 1, 0);
  const change = (approvals: number) =>
    run(
      () => {
        show(approvals);
        return set(approvals);
      },
      (_, said) => said ?? "Saved",
    );
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <ChoiceField
          label="Required approvals"
          hint="From owners, admins or editors who didn’t edit the draft. Any later edit resets them."
          options={OPTIONS}
          value={String(shown)}
          onChange={(approvals) => change(Number(approvals))}
        />
        {shown > others ? (
          <Notice tone="warning" title="Too few approvers">
            {others === 0 ? "Nobody else" : others === 1 ? "Only one other person" : `Only ${others} other people`} in
            this brand can approve a draft, so nobody can publish. Invite editors or choose a lower number.
          </Notice>
        ) : null}
      </div>
    </Card>
  );
}
