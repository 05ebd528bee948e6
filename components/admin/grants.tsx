"use client";

import { createContext, type ReactNode, useContext, useOptimistic } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useDialogSteps } from "@/components/ui/dialog-steps";
import { useToast } from "@/components/ui/toast-context";
import { useAction } from "@/components/ui/use-action";
import type { FormResult } from "@/lib/web/actions/form-result";

type GrantKey = { brandId: string; toolSlug: string };

/** What a box of the grid stands for, in keys and in words. */
export type GrantBox = GrantKey & { brandName: string; toolName: string };

type GrantActions = { grant: (key: GrantKey) => Promise<FormResult>; revoke: (key: GrantKey) => Promise<FormResult> };

const GrantContext = createContext<(GrantActions & { askToRevoke: (box: GrantBox) => void }) | null>(null);

/** Holds the question before a revoke, and hands the actions to the boxes below. */
export function Grants({ actions, children }: { actions: GrantActions; children: ReactNode }) {
  const { step: asked, open: askToRevoke, close } = useDialogSteps<GrantBox>();
  const toast = useToast();
  return (
    <GrantContext value={{ ...actions, askToRevoke }}>
      {children}
      {asked ? (
        <ConfirmDialog
          open
          onOpenChange={(next) => !next && close()}
          title={`Take ${asked.toolName} away from ${asked.brandName}?`}
          effect={`${asked.toolName} gets a 403 for this brand from its next request. Its subscription is removed, with a webhook URL set for this brand alone, and what waits to be delivered is cancelled.`}
          confirmLabel="Take away"
          act={() => actions.revoke({ brandId: asked.brandId, toolSlug: asked.toolSlug })}
          onOk={() => toast({ tone: "success", title: `${asked.brandName} no longer has ${asked.toolName}.` })}
        />
      ) : null}
    </GrantContext>
  );
}

/** Grants with a tick; taking the tick away asks first. */
export function GrantCheckbox({ box, granted }: { box: GrantBox; granted: boolean }) {
  const grants = useContext(GrantContext);
  if (!grants) throw new Error("GrantCheckbox needs Grants above it");
  const [shown, show] = useOptimistic(granted);
  const { run } = useAction();
  const toast = useToast();
  const key = { brandId: box.brandId, toolSlug: box.toolSlug };
  const change = (next: boolean) => {
    if (!next) return grants.askToRevoke(box);
    run(
      () => {
        show(true);
        return grants.grant(key);
      },
      () => toast({ tone: "success", title: `${box.brandName} may use ${box.toolName}.` }),
    );
  };
  return <Checkbox label={`${box.toolName} for ${box.brandName}`} hideLabel checked={shown} onCheckedChange={change} />;
}
