"use client";

import { useTransition } from "react";
import type { FormResult } from "@/lib/web/actions/form-result";
import { reached } from "./reached";
import { useToast } from "./toast-context";

/** Runs a server action from a button or a switch; `pending` while it does. Why it failed is said in a toast. */
export function useAction() {
  const [pending, startTransition] = useTransition();
  const toast = useToast();
  const run = <Data>(act: () => Promise<FormResult<Data>>, onOk: (data: Data, message?: string) => void) =>
    startTransition(async () => {
      const result = await reached(act);
      if (result.status === "ok") onOk(result.data, result.message);
      else toast({ tone: "danger", title: result.message });
    });
  return { run, pending };
}
