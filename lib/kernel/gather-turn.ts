import { outsideRequests } from "./request-scope";

interface Asked<Question, Answer> {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

interface Gathering<Question, Answer> {
  /** Gives the answer to each question, in order; where it fails, it fails for all of them. */
  ask: (questions: Question[]) => Promise<Answer[]>;
  /** More are asked in several goes, so that none holds up all the others for long. */
  mostAtOnce: number;
  /** Only what has the same name is asked together; where this is left out, all is. */
  nameOf?: (question: Question) => string;
}

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

/** Asks what comes in one turn of the event loop together, at the turn's end and on behalf of no request: no answer is older than its question. */
export function gatherTurn<Question, Answer>({
  ask,
  mostAtOnce,
  nameOf,
}: Gathering<Question, Answer>): (question: Question) => Promise<Answer> {
  let turn: Asked<Question, Answer>[] = [];

  async function askAll(all: Asked<Question, Answer>[]): Promise<void> {
    try {
      const answers = await ask(all.map(({ question }) => question));
      for (const [at, { resolve }] of all.entries()) resolve(answers[at] as Answer);
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  }

  function end(): void {
    const asked = turn;
    turn = [];
    for (const alike of nameOf ? byName(asked, ({ question }) => nameOf(question)) : [asked])
      for (let from = 0; from < alike.length; from += mostAtOnce) void askAll(alike.slice(from, from + mostAtOnce));
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (turn.push({ question, resolve, reject }) === 1) outsideRequests(() => setImmediate(end));
    });
}
