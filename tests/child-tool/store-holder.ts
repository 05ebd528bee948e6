import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "./config";
import { TOOL_SLUG } from "./slug";

const ASK_TIMEOUT_MS = 2000;

const readPort = (file: string): string | null => {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return null;
  }
};

const isThisTool = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && "tool" in answer && answer.tool === TOOL_SLUG;

/**
 * Locks the store for this process by recording its port. Call it after listening.
 * A dead process doesn't answer on its port, so it never blocks.
 * @throws StartError if another Brand Studio uses the store
 */
export async function holdStore(directory: string, port: number): Promise<void> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, "port");
  const other = readPort(file);
  if (other && other !== String(port)) {
    const answer = await fetch(`http://localhost:${other}/health`, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) })
      .then((response): Promise<unknown> => response.json())
      .catch(() => null);
    if (isThisTool(answer)) {
      throw new StartError(
        `Brand Studio already runs on port ${other} with the store in ${directory}. Stop it, or set HUB_DATA_DIR to another folder.`,
      );
    }
  }
  writeFileSync(file, String(port));
}
