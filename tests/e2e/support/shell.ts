import { execFileSync } from "node:child_process";

/** Runs a line as a person pastes it into a shell, with these variables set, and gives what it prints. */
export const runInShell = (line: string, variables: Record<string, string> = {}): string =>
  execFileSync("/bin/sh", ["-c", line], { env: { ...process.env, ...variables }, encoding: "utf8" });
