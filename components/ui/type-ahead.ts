import { useEffect, useState } from "react";

/** What somebody typed between asking for a search box and its having the focus. */
export type TypedAhead = { typed: string; entered: boolean };

export type TypeAhead = {
  /** Keeps what is typed from now on: nothing of it is lost, and nothing does what it would do elsewhere on the page. */
  keep(): void;
  /** Gives what was typed, once, and lets keys go where they would. */
  take(): TypedAhead;
};

const CAPTURE = { capture: true };
const NOTHING: TypedAhead = { typed: "", entered: false };

/** Keeps keys for a box that is to come. Who turns to something else by a press, Escape or Tab waits for no box. */
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

/** The same for as long as a component is there. */
export function useTypeAhead(): TypeAhead {
  const [ahead] = useState(createTypeAhead);
  useEffect(() => () => void ahead.take(), [ahead]);
  return ahead;
}
