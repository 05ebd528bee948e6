interface Destination {
  write(text: string): unknown;
  /** Writes what waits before it returns. */
  flushSync(): void;
}

interface Gathering {
  /** What is longer goes out at once. */
  length: number;
  /** Lines wait no longer. */
  withinMs: number;
}

/**
 * Hands lines on together, in their order. pino's own destination gathers too, but measures all that waits with each line that comes, which copies it.
 */
export function gatherLines(destination: Destination, { length, withinMs }: Gathering): Destination {
  let waiting: string[] = [];
  let waitingLength = 0;

  function handOn(): void {
    if (waitingLength === 0) return;
    const text = waiting.join("");
    waiting = [];
    waitingLength = 0;
    destination.write(text);
  }

  setInterval(handOn, withinMs).unref();
  // Before the destination's own: it ends itself then.
  process.prependListener("beforeExit", handOn);
  return {
    write(line) {
      waiting.push(line);
      waitingLength += line.length;
      if (waitingLength >= length) handOn();
    },
    flushSync() {
      handOn();
      destination.flushSync();
    },
  };
}
