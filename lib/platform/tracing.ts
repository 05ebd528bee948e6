/** What a span says of its work: names that the hub chose, and figures; never what a request carried. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanFacts {
  name: string;
  kind: "server" | "client" | "internal";
  attributes?: SpanAttributes;
  /** Of a request that came: what traces it is continued, unless a span is open already. */
  headers?: Pick<Headers, "get">;
}

/** Says more of a span under way. */
export type Note = (attributes: SpanAttributes) => void;

export interface Tracing {
  inSpan<Result>(facts: SpanFacts, run: (note: Note) => Promise<Result>): Promise<Result>;
  /** Headers by which whoever is called continues the trace. */
  headers(): Record<string, string>;
  /** Sends what waits, for a moment; never rejects. */
  stop(): Promise<void>;
}

/** `globalThis`, because Next's pages and the server have a copy of this module each. */
const holder = globalThis as typeof globalThis & { hubTracing?: Tracing };

export const tracing = (): Tracing | undefined => holder.hubTracing;

export function setTracing(started: Tracing | undefined): void {
  holder.hubTracing = started;
}

const noteNothing: Note = () => {};

/** Does work within a span, where anything is traced at all. */
export const inSpan = <Result>(facts: SpanFacts, run: (note: Note) => Promise<Result>): Promise<Result> =>
  holder.hubTracing ? holder.hubTracing.inSpan(facts, run) : run(noteNothing);

/** Headers that continue the trace at whoever is called; none where nothing is traced. */
export const traceHeaders = (): Record<string, string> => holder.hubTracing?.headers() ?? {};
