import { useOptimistic } from "react";
import type { FormResult } from "@/lib/web/actions/form-result";
import { useAction } from "./hooks";

/** Optimistic state of a switch. A failed action reverts it and shows a toast. */
export function useSwitched(on: boolean, set: (on: boolean) => Promise<FormResult>) {
  const [shown, show] = useOptimistic(on);
  const { run } = useAction();
  const change = (next: boolean) =>
    run(
      () => {
        show(next);
        return set(next);
      },
      (_, said) => said ?? "Saved",
    );
  return { shown, change };
}
