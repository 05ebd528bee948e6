"use client";

import { useOptimistic } from "react";
import { Card } from "@/components/ui/card";
import { DisabledScope } from "@/components/ui/disabled-scope";
import { Field } from "@/components/ui/field";
import { useAction } from "@/components/ui/hooks";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast-context";
import { MAX_APPROVALS } from "@/lib/publishing";
import type { FormResult } from "@/lib/web/actions/form-result";

type ApprovalsChoiceProps = {
  set: (approvals: number) => Promise<FormResult>;
  required: number;
  /** Members who may approve a draft that is not theirs. */
  approvers: number;
  reason: string | null;
};

const OPTIONS = Array.from({ length: MAX_APPROVALS + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? "None" : String(count),
}));

/** How many people approve a draft before it is published; it warns where there are too few of them. */
export function ApprovalsChoice({ set, required, approvers, reason }: ApprovalsChoiceProps) {
  const [shown, show] = useOptimistic(required);
  const { run } = useAction();
  const toast = useToast();
  // Whoever edited the draft is one of them, and does not approve it.
  const others = Math.max(approvers - 1, 0);
  const change = (approvals: number) =>
    run(
      () => {
        show(approvals);
        return set(approvals);
      },
      (_, said) => toast({ title: said ?? "Saved.", tone: "success" }),
    );
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <DisabledScope reason={reason}>
          <Field
            label="Approvals before publishing"
            hint="Of owners, admins and editors other than whose draft it is. An edit after an approval makes it count no more."
          >
            <Select options={OPTIONS} value={String(shown)} onChange={(event) => change(Number(event.target.value))} />
          </Field>
        </DisabledScope>
        {shown > others ? (
          <Notice tone="warning" title="Nobody can publish">
            A draft can be approved by{" "}
            {others === 0 ? "nobody" : others === 1 ? "one other person" : `${others} others`} in this brand. Invite
            editors, or choose a lower number.
          </Notice>
        ) : null}
      </div>
    </Card>
  );
}
