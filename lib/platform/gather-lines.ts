interface Destination {
  write(text: string): unknown;
  /** Writes everything buffered before it returns. */
  flushSync(): void;
}

interface Gathering {
  /** Longer buffers are written at once. */
  length: number;
  withinMs: number;
}

/**
 * Buffers lines and writes them together, in order. pino's own destination re-measures its whole buffer with every
 * line.
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
  // Must run before the destination's own listener, which closes it.
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
