import { outsideRequests } from "./request-scope";

interface Asked<Question, Answer> {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

export type Some<Item> = [Item, ...Item[]];

interface Gathering<Question, Answer> {
  /** Gives the answer to each question, in order; where it fails, it fails for all of them. */
  ask: (questions: Some<Question>) => Promise<Answer[]>;
  /** Only what has the same name is asked together; where this is left out, all is. */
  nameOf?: (question: Question) => string;
}

/** More are asked in several goes, so that none holds up all the others for long. */
const MOST_AT_ONCE = 100;

function byName<Item>(items: Item[], nameOf: (item: Item) => string): Iterable<Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = nameOf(item);
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups.values();
}

/** Asks, and tells each its answer. */
async function askAll<Question, Answer>(
  ask: Gathering<Question, Answer>["ask"],
  asked: Asked<Question, Answer>[],
): Promise<void> {
  try {
    const answers = await ask(asked.map(({ question }) => question) as Some<Question>);
    for (const [at, { resolve }] of asked.entries()) resolve(answers[at] as Answer);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

/**
 * Has what comes in one turn of the event loop asked together, at the turn's end and on behalf of no request: no answer is older than its question. What is
 * gathered first is asked first, whatever came first in the turn.
 */
export class TurnsEnd {
  private readonly gatherings: (() => void)[] = [];
  private isComing = false;

  /** One more kind of question. @returns what asks one */
  gather<Question, Answer>({ ask, nameOf }: Gathering<Question, Answer>): (question: Question) => Promise<Answer> {
    let gathered: Asked<Question, Answer>[] = [];
    this.gatherings.push(() => {
      const asked = gathered;
      gathered = [];
      for (const alike of nameOf ? byName(asked, ({ question }) => nameOf(question)) : [asked])
        for (let from = 0; from < alike.length; from += MOST_AT_ONCE)
          void askAll(ask, alike.slice(from, from + MOST_AT_ONCE));
    });
    return (question) =>
      new Promise((resolve, reject) => {
        gathered.push({ question, resolve, reject });
        this.expect();
      });
  }

  private expect(): void {
    if (this.isComing) return;
    this.isComing = true;
    outsideRequests(() =>
      setImmediate(() => {
        this.isComing = false;
        for (const askGathered of this.gatherings) askGathered();
      }),
    );
  }
}
