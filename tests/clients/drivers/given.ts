/** What a driver is given on its standard input: a hub, what to ask about, and a credential of each kind. */
export interface Given {
  baseUrl: string;
  brandId: string;
  tool: string;
  eventKey: string;
  apiKey: string;
  session: string;
  federation: string;
  childApp: string;
  dispatch: string;
}

/** What the client made of an operation's answer: its value, or the error that it gave. */
export interface Outcome {
  status: number;
  value?: unknown;
  error?: unknown;
}

export interface Driven {
  /** Each operation by its id. */
  operations: Record<string, Outcome>;
  /** What a refusal is to the client, read by its types. */
  refusal: { status: number; code: string | undefined };
  /** What the typed parts of two bundle reads say. */
  bundle: { name: string; version: number; colors: string[]; notModified: boolean };
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
export const EVENT = {
  type: "asset.approved",
  occurred_at: "2026-03-14T09:26:53.589Z",
  payload: { asset: 482 },
};

/** The first bytes of a file, which say what it is. */
export const startOf = async (file: Blob): Promise<string> => (await file.text()).slice(0, 5);

/** Runs a driver as a program: what it is given comes in as JSON, and what it found goes out. */
export async function run(drive: (given: Given) => Promise<Driven>): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  process.stdout.write(JSON.stringify(await drive(JSON.parse(Buffer.concat(chunks).toString()))));
}
