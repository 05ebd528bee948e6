import { afterEach, expect, it } from "vitest";
import { readArgs } from "@/lib/server/cli/run-command";

const { argv } = process;
afterEach(() => {
  process.argv = argv;
});

const given = (...words: string[]) => {
  process.argv = ["node", "server.js", ...words];
  return () =>
    readArgs("Use: node server.js make-admin --email you@example.com", { options: { email: { type: "string" } } });
};

it("reads the command line", () => {
  expect(given("--email", "ana@example.com")().values).toEqual({ email: "ana@example.com" });
});

it.each([
  ["Unknown option '--name'.", ["--name", "Ana"]],
  ["Option '--email <value>' argument missing.", ["--email"]],
  ["Unexpected argument 'ana'.", ["ana"]],
])("prints %s and the usage", (sentence, words) => {
  expect(given(...words)).toThrow(`${sentence} Use: node server.js make-admin --email you@example.com`);
});
