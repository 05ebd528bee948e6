"use client";

import { useState } from "react";
import { Card } from "@/components/ui/card";
import { Switch } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useSwitched } from "@/components/ui/use-switched";
import type { FormResult } from "@/lib/web/actions/form-result";

type RequirementSwitchProps = {
  require: (on: boolean) => Promise<FormResult>;
  on: boolean;
  label: string;
  hint: string;
  /** Shown before it is turned on. */
  effect: string;
  reason: string | null;
};

export function RequirementSwitch({ require, on, label, hint, effect, reason }: RequirementSwitchProps) {
  const { shown, change } = useSwitched(on, require);
  const [confirming, setConfirming] = useState(false);
  return (
    <Card>
      <Switch
        label={label}
        hint={hint}
        checked={shown}
        onCheckedChange={(next) => (next ? setConfirming(true) : change(false))}
        disabledReason={reason}
      />
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Require two-factor authentication?"
        effect={effect}
        confirmLabel="Require 2FA"
        tone="primary"
        onOk={() => change(true)}
      />
    </Card>
  );
}
