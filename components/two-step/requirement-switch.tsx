"use client";

import { useState } from "react";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Switch } from "@/components/ui/switch";
import { useSwitched } from "@/components/ui/use-switched";
import type { FormResult } from "@/lib/web/actions/form-result";

type RequirementSwitchProps = {
  require: (on: boolean) => Promise<FormResult>;
  on: boolean;
  label: string;
  hint: string;
  /** What comes of turning it on, before it is done. */
  effect: string;
  reason: string | null;
};

/** Turns the requirement off at once, and on after saying whom it shuts out until they have done something. */
export function RequirementSwitch({ require, on, label, hint, effect, reason }: RequirementSwitchProps) {
  const { shown, change } = useSwitched(on, require);
  const [asking, setAsking] = useState(false);
  return (
    <Card>
      <Switch
        label={label}
        hint={hint}
        checked={shown}
        onCheckedChange={(next) => (next ? setAsking(true) : change(false))}
        disabledReason={reason}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Require two-step sign-in?"
        effect={effect}
        confirmLabel="Require it"
        tone="primary"
        onOk={() => change(true)}
      />
    </Card>
  );
}
