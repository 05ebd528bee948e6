/** More than enough for all that arrived while a process was busy to be read. */
const TURNS = 6;

/**
 * Calls back once somebody has waited for so long, and gives what calls that off. The wait is made of several timers, one after the other: a
 * process that was busy for longer than all of it finds its timers due before it reads what has arrived meanwhile; after each of these it reads.
 */
export function afterPatience(ms: number, act: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const wait = (turns: number) => {
    timer = setTimeout(() => (turns > 1 ? wait(turns - 1) : act()), ms / TURNS);
  };
  wait(TURNS);
  return () => clearTimeout(timer);
}
