import { log } from "@/lib/platform/log";
import type { Receiver } from "./receiver";
import { resultName, type SendResult } from "./send-result";

/** Those with the most failures have a line each; the others share one. */
const MOST_LINES = 10;

const counted = (count: number): string => `${count} ${count === 1 ? "webhook" : "webhooks"}`;

/** The attempts of a tick that failed, for one line of the log by tool, host and error. */
export class FailedAttempts {
  private readonly groups = new Map<string, { tool: string; host: string; error: string; count: number }>();

  add({ toolSlug: tool, host }: Receiver, result: SendResult): void {
    const error = result.errorClass ? resultName(result) : `status_${result.status}`;
    const key = `${tool} ${host} ${error}`;
    const group = this.groups.get(key) ?? { tool, host, error, count: 0 };
    group.count += 1;
    this.groups.set(key, group);
  }

  log(): void {
    const groups = [...this.groups.values()].sort((one, other) => other.count - one.count);
    for (const group of groups.slice(0, MOST_LINES)) {
      const { tool, host, error, count } = group;
      log.warn(group, `${counted(count)} to ${tool} failed: ${error.replaceAll("_", " ")} (${host})`);
    }
    const rest = groups.slice(MOST_LINES);
    const count = rest.reduce((sum, group) => sum + group.count, 0);
    if (count > 0) log.warn({ count, receivers: rest.length }, `${counted(count)} to other receivers failed`);
  }
}
