/** Runs work as it is called, but no more than `count` at a time; the rest waits its turn, first come first served. */
export function atMost(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  const enter = (): Promise<void> | undefined => {
    if (running < count) {
      running += 1;
      return undefined;
    }
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  };
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
