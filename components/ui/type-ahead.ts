import { useEffect, useState } from "react";

/** What was typed between opening a search box and its focus. */
export type TypedAhead = { typed: string; entered: boolean };

export type TypeAhead = {
  /** Starts to capture keys, so they neither get lost nor act on the page. */
  keep(): void;
  /** Returns what was typed and stops capturing. */
  take(): TypedAhead;
};

const CAPTURE = { capture: true };
const NOTHING: TypedAhead = { typed: "", entered: false };

/** Captures keys for an input that is loading. A click, Escape or Tab stops it. */
export function createTypeAhead(): TypeAhead {
  let { typed, entered } = NOTHING;
  const keep = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key === "Escape" || key === "Tab") return void take();
    if (ctrlKey || metaKey || altKey || (key !== "Enter" && key.length !== 1)) return;
    if (key === "Enter") entered = true;
    else if (!entered) typed += key;
    event.preventDefault();
    event.stopPropagation();
  };
  const take = (): TypedAhead => {
    document.removeEventListener("keydown", keep, CAPTURE);
    document.removeEventListener("pointerdown", take, CAPTURE);
    const taken = { typed, entered };
    ({ typed, entered } = NOTHING);
    return taken;
  };
  return {
    keep() {
      document.addEventListener("keydown", keep, CAPTURE);
      document.addEventListener("pointerdown", take, CAPTURE);
    },
    take,
  };
}

export function useTypeAhead(): TypeAhead {
  const [ahead] = useState(createTypeAhead);
  useEffect(() => () => void ahead.take(), [ahead]);
  return ahead;
}
