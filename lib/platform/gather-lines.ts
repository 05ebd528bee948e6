interface Destination {
  write(text: string): unknown;
  flushSync(): void;
}

interface Gathering {
  length: number;
  withinMs: number;
}

/** Buffers lines and writes them together. pino's own buffer is re-measured with every line. */
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
  // Must run before the destination closes itself.
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
