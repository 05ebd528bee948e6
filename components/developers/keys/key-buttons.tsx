"use client";

import { Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { RowButton } from "@/components/ui/row-button";
import { useKeyDialog } from "./key-dialogs";
import type { BudgetTarget } from "./types";

export function IssueKeyButton() {
  const open = useKeyDialog();
  return (
    <Button variant="primary" icon={<Plus />} onClick={() => open({ kind: "issue" })}>
      Issue key
    </Button>
  );
}

type KeyRowButtonsProps = { target: BudgetTarget; rotated: boolean; budgetReason: string | null };

export function KeyRowButtons({ target, rotated, budgetReason }: KeyRowButtonsProps) {
  const open = useKeyDialog();
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <RowButton
        verb="Limits"
        doing="Set limits of"
        target={target}
        disabledReason={budgetReason}
        onClick={() => open({ kind: "budget", target })}
      />
      <RowButton
        verb="Rotate"
        target={target}
        disabledReason={rotated && "This key is already being replaced."}
        onClick={() => open({ kind: "rotate", target })}
      />
      <RowButton verb="Revoke" target={target} onClick={() => open({ kind: "revoke", target })} />
    </div>
  );
}
