import { createServer } from "node:http";
import autocannon from "autocannon";
import { createListener } from "@/lib/server/listener";
import { listen } from "../support/listen";
import { createPostgresHub } from "./postgres-hub";

const SECONDS = 5;
const CONNECTIONS = [8, 32];
const ROUNDS = 3;

/** Median requests per second of a few short runs. Source of the method: ceiling and subject take turns on the same machine. */
async function measure(url: string, headers: Record<string, string>, connections: number): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({ url, headers, connections, duration: SECONDS });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} broken`);
  return requests.average;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const { path, headers, body, close } = await createPostgresHub();
const hub = await listen(createServer(createListener(async (_, response) => void response.writeHead(404).end())));
const ceiling = await listen(
  createServer((_, response) => response.writeHead(200, { "content-type": "application/json" }).end(body)),
);

process.stdout.write(
  `Bundle of ${(body.length / 1024).toFixed(1)} KB, ${ROUNDS} rounds of ${SECONDS} s; requests per second, median.\n\n`,
);
process.stdout.write("connections | bare node:http, same bytes | bundle | of it | not_modified | of it\n");
for (const connections of CONNECTIONS) {
  const rates: Record<"ceiling" | "bundle" | "since", number[]> = { ceiling: [], bundle: [], since: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.ceiling.push(await measure(`http://127.0.0.1:${ceiling.port}/`, {}, connections));
    rates.bundle.push(await measure(`http://127.0.0.1:${hub.port}${path}`, headers, connections));
    rates.since.push(await measure(`http://127.0.0.1:${hub.port}${path}?since=1`, headers, connections));
  }
  const [top, bundle, since] = [median(rates.ceiling), median(rates.bundle), median(rates.since)];
  const share = (rate: number) => `${((100 * rate) / top).toFixed(0)} %`;
  process.stdout.write(
    `${[connections, top.toFixed(0), bundle.toFixed(0), share(bundle), since.toFixed(0), share(since)].join(" | ")}\n`,
  );
}
await hub.close();
await ceiling.close();
await close();
