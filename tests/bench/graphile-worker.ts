import { once } from "node:events";
import { Agent, request } from "node:http";
import { sql } from "drizzle-orm";
import { Logger, makeWorkerUtils, type RunnerOptions, run, type Task } from "graphile-worker";
import { type Database, rowsOf } from "@/db/client";
import { signDelivery } from "@/lib/integrations/webhooks/sign-delivery";

const CONCURRENCY = 32;
const SILENT = new Logger(() => () => {});

interface Job {
  id: string;
  url: string;
  body: string;
}

/**
 * By default jobs run and complete one by one. `batched` fetches and completes them in batches, `keepAlive` reuses
 * connections.
 */
export interface Form {
  batched?: boolean;
  keepAlive?: boolean;
}

/** Sends the hub's signed request. Returns the response's status and text. */
async function post({ id, url, body }: Job, secret: string, agent: Agent): Promise<{ status: number; text: string }> {
  const timestampSeconds = Date.now() / 1000;
  const signed = signDelivery({ id, event: "identity.updated", attempt: 1, body, secrets: [secret], timestampSeconds });
  const headers = { ...signed, "Content-Length": Buffer.byteLength(body) };
  const sent = request(url, { agent, method: "POST", headers }).end(body);
  const [response] = await once(sent, "response");
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, text };
}

/** Delivers everything due through the job queue, with a row per attempt. Returns the seconds taken. */
export async function deliverByGraphileWorker(
  db: Database,
  { connectionString, secret, keepAlive = false, batched }: Form & { connectionString: string; secret: string },
): Promise<number> {
  const utils = await makeWorkerUtils({ connectionString, logger: SILENT });
  await utils.migrate();
  await db.execute(sql`create table if not exists bench_attempts (like delivery_attempts including all)`);
  await db.execute(sql`truncate bench_attempts`);
  const count = await utils.withPgClient(async (client) => {
    const { rows } = await client.query(`
      select count(*)::int as count from (select (graphile_worker.add_jobs(array_agg(
        row('deliver', json_build_object('id', d.id, 'url', s.webhook_url, 'body', d.body), null, null, null, null, null, null)
          ::graphile_worker.job_spec))).id
      from child_context_deliveries d join subscriptions s using (brand_id, tool_slug)) jobs`);
    await client.query("vacuum analyze graphile_worker._private_jobs");
    return rows[0].count as number;
  });

  const agent = new Agent({ keepAlive });
  let sent = 0;
  const deliver: Task = async (payload, { query }) => {
    const job = payload as Job;
    const startedMs = Date.now();
    const { status, text } = await post(job, secret, agent);
    await query(
      `insert into bench_attempts (delivery_id, attempt, started_at, duration_ms, webhook_url, status_code, response_excerpt)
       values ($1, 1, $2, $3, $4, $5, $6)`,
      [job.id, new Date(startedMs), Date.now() - startedMs, job.url, status, text],
    );
    sent += 1;
  };
  const options: RunnerOptions = {
    connectionString,
    logger: SILENT,
    noHandleSignals: true,
    taskList: { deliver },
    concurrency: CONCURRENCY,
    ...(batched && {
      preset: { worker: { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    }),
  };
  const startedMs = performance.now();
  const runner = await run(options);
  // Count its table only at the end, because a count costs as much as several jobs.
  for (;;) {
    await new Promise((done) => setTimeout(done, 20));
    if (sent < count) continue;
    const [left] = await rowsOf<{ jobs: number }>(
      db,
      sql`select count(*)::int as jobs from graphile_worker._private_jobs`,
    );
    if (left?.jobs === 0) break;
  }
  const seconds = (performance.now() - startedMs) / 1000;
  await runner.stop();
  await utils.release();
  agent.destroy();
  const [attempts] = await rowsOf<{ count: number }>(db, sql`select count(*)::int as count from bench_attempts`);
  if (attempts?.count !== count) throw new Error(`${attempts?.count} of ${count} jobs were done`);
  return seconds;
}
