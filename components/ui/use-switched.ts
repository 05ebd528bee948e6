import { useOptimistic } from "react";
import type { FormResult } from "@/lib/web/actions/form-result";
import { useAction } from "./hooks";
import { useToast } from "./toast-context";

/** Optimistic state of a switch. A failed action reverts it and shows a toast. */
export function useSwitched(on: boolean, set: (on: boolean) => Promise<FormResult>) {
  const [shown, show] = useOptimistic(on);
  const { run } = useAction();
  const toast = useToast();
  const change = (next: boolean) =>
    run(
      () => {
        show(next);
        return set(next);
      },
      (_, said) => toast({ title: said ?? "Saved", tone: "success" }),
    );
  return { shown, change };
}
