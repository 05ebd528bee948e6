import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { requireProgram } from "../run/find-tools.mjs";
import type { Measure } from "./part";

const run = promisify(execFile);

/** A request to repeat. */
export interface Load {
  baseUrl: string;
  /** Used in turn. */
  paths: string[];
  headers?: Record<string, string>;
  method?: "GET" | "POST";
  /** Sent as JSON. */
  body?: string;
  /** Lua instead of the above, which defines wrk's `request()`. */
  script?: string;
  connections: number;
}

const quoted = (text: string): string => JSON.stringify(text);

/** Requests are serialised beforehand, so the load generator uses little CPU time. */
function requestsOf({ paths, headers = {}, method = "GET", body }: Load): string {
  const sent = { ...headers, ...(body !== undefined && { "content-type": "application/json" }) };
  const fields = Object.entries(sent).map(([name, value]) => `[${quoted(name)}] = ${quoted(value)}`);
  const format = (path: string) =>
    `wrk.format(${quoted(method)}, ${quoted(path)}, headers, ${body === undefined ? "nil" : quoted(body)})`;
  return `
    local requests, at = {}, 0
    function init()
      local headers = { ${fields.join(", ")} }
      requests = { ${paths.map(format).join(",\n")} }
    end
    function request()
      at = at % #requests + 1
      return requests[at]
    end`;
}

/** Makes wrk print its results as JSON. */
const DONE = `
    function done(summary, latency, requests)
      local errors = summary.errors
      io.write(string.format('RESULT{"requests":%d,"us":%d,"p99Us":%d,"refused":%d,"broken":%d}', summary.requests, summary.duration,
        latency:percentile(99), errors.status, errors.connect + errors.read + errors.write + errors.timeout))
    end`;

/**
 * Requests per second under a steady load from one thread with this many connections.
 * @throws Error on any response that isn't a success
 */
export function loadOf(load: Load): Measure {
  return async (seconds) => {
    await requireProgram("wrk");
    const folder = await mkdtemp(join(tmpdir(), "bench-wrk-"));
    try {
      const script = join(folder, "load.lua");
      await writeFile(script, (load.script ?? requestsOf(load)) + DONE);
      const options = ["-t1", `-c${load.connections}`, `-d${seconds}s`, "--timeout", "10s", "-s", script];
      const { stdout } = await run("wrk", [...options, load.baseUrl]);
      const { requests, us, p99Us, refused, broken } = JSON.parse(stdout.slice(stdout.indexOf("RESULT") + 6));
      if (requests === 0 || refused > 0 || broken > 0)
        throw new Error(`${load.paths[0]}: ${requests} answered, ${refused} refused, ${broken} broken`);
      return { value: (requests * 1e6) / us, requests, p99Ms: p99Us / 1000 };
    } finally {
      await rm(folder, { recursive: true });
    }
  };
}
