/** How long what comes waits for others like it. */
const GATHERED_MS = 5;
const MOST_AT_A_TIME = 100;

interface Waiting<Item, Result> {
  item: Item;
  done: (result: Promise<Result>) => void;
}

/**
 * Has done together what is asked for within a few milliseconds, and what is asked for while that is done, the next time: at most a hundred at a
 * time, one time after the other. `work` gives a result for each item; where it fails, each of them fails.
 */
export function gather<Item, Result>(work: (items: Item[]) => Promise<Result[]>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let busy = false;

  async function doAll(): Promise<void> {
    while (waiting.length > 0) {
      const together = waiting.slice(0, MOST_AT_A_TIME);
      waiting = waiting.slice(MOST_AT_A_TIME);
      const results = work(together.map(({ item }) => item));
      together.forEach(({ done }, index) => {
        done(results.then((all) => all[index] as Result));
      });
      await results.catch(() => {});
    }
    busy = false;
  }

  return (item) =>
    new Promise((done) => {
      waiting.push({ item, done });
      if (busy) return;
      busy = true;
      setTimeout(doAll, GATHERED_MS);
    });
}
