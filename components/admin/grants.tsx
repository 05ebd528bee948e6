"use client";

import { createContext, type ReactNode, useContext, useOptimistic, useRef, useState, useTransition } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast-context";
import type { FormResult } from "@/lib/actions/form-result";

type GrantKey = { brandId: string; toolSlug: string };

/** What a box of the grid stands for, in keys and in words. */
export type GrantBox = GrantKey & { brandName: string; toolName: string };

type GrantActions = { grant: (key: GrantKey) => Promise<FormResult>; revoke: (key: GrantKey) => Promise<FormResult> };

const GrantContext = createContext<(GrantActions & { askToRevoke: (box: GrantBox) => void }) | null>(null);

/** Holds the question before a revoke, and hands the acts to the boxes below. */
export function Grants({ actions, children }: { actions: GrantActions; children: ReactNode }) {
  const [asked, setAsked] = useState<GrantBox | null>(null);
  const opener = useRef<Element | null>(null);
  const toast = useToast();
  const close = () => {
    setAsked(null);
    requestAnimationFrame(() => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    });
  };
  const askToRevoke = (box: GrantBox) => {
    opener.current = document.activeElement;
    setAsked(box);
  };
  return (
    <GrantContext value={{ ...actions, askToRevoke }}>
      {children}
      {asked ? (
        <ConfirmDialog
          open
          onOpenChange={(next) => !next && close()}
          title={`Take ${asked.toolName} away from ${asked.brandName}?`}
          effect={`${asked.toolName} gets a 403 for this brand from its next request. Its subscription is removed, with an address set for this brand alone, and what waits to be delivered is cancelled.`}
          confirmLabel="Take away"
          onConfirm={async () => {
            const result = await actions.revoke({ brandId: asked.brandId, toolSlug: asked.toolSlug });
            if (result.status === "error") return { error: result.message };
            toast({ tone: "success", title: `${asked.brandName} no longer has ${asked.toolName}.` });
            return undefined;
          }}
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
  const [, startTransition] = useTransition();
  const toast = useToast();
  const key = { brandId: box.brandId, toolSlug: box.toolSlug };
  const change = (next: boolean) => {
    if (!next) return grants.askToRevoke(box);
    startTransition(async () => {
      show(true);
      const result = await grants.grant(key);
      if (result.status === "error") toast({ tone: "danger", title: result.message });
      else toast({ tone: "success", title: `${box.brandName} may use ${box.toolName}.` });
    });
  };
  return <Checkbox label={`${box.toolName} for ${box.brandName}`} hideLabel checked={shown} onCheckedChange={change} />;
}
