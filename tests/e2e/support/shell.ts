import { execFileSync } from "node:child_process";

/** Runs lines as pasted into a shell, with these variables and without the machine's proxy. Returns the output. */
export const runInShell = (lines: string, variables: Record<string, string> = {}): string =>
  execFileSync("/bin/sh", ["-c", lines], {
    env: { ...process.env, no_proxy: "localhost", ...variables },
    encoding: "utf8",
  });
