/** Work that many ask for, and that is done for all who asked meanwhile at once. */
export interface Gathered {
  /** Does it now, or, where it was just done, once more after a while. */
  ask(): void;
  /** Does what is still owed. */
  flush(): void;
}

/** Has work done as soon as it is asked for, but no more often than that. */
export function atMostEvery(ms: number, work: () => void): Gathered {
  let timer: NodeJS.Timeout | undefined;
  let isOwed = false;
  const flush = () => {
    if (!isOwed) return;
    isOwed = false;
    work();
  };
  const rest = () => {
    timer = undefined;
    if (isOwed) ask();
  };
  const ask = () => {
    isOwed = true;
    if (timer) return;
    timer = setTimeout(rest, ms).unref();
    flush();
  };
  return { ask, flush };
}
