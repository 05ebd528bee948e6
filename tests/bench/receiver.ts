import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { ResourceStack } from "./part";

/** Starts a webhook receiver in its own process and returns its URL. */
export async function startReceiver(stack: ResourceStack): Promise<string> {
  const receiver = stack.add(
    spawn(process.execPath, [join(import.meta.dirname, "receiver.mjs")], { stdio: ["ignore", "pipe", "inherit"] }),
    async (child) => {
      const ended = once(child, "exit");
      if (child.kill()) await ended;
    },
  );
  const [line] = await once(createInterface(receiver.stdout), "line");
  return `http://127.0.0.1:${JSON.parse(line).port}/hooks`;
}
