import { existsSync } from "node:fs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { install, npm } from "./prepare.mjs";

/**
 * The version of Node that the image runs, as its last stage names it. @param {string} dockerfile the text
 * @throws Error where it names none
 */
export function nodeOfImage(dockerfile) {
  const version = dockerfile
    .match(/^FROM .*$/gm)
    ?.at(-1)
    ?.match(/^FROM node:(\d+(?:\.\d+)*)\b/)?.[1];
  if (!version) throw new Error("The image's last stage is of no version of Node.");
  return version;
}

/** @param {string} version */
export const isVersion = (version) => /^\d+(\.\d+)*$/.test(version);

/**
 * Takes `--node <version>` out of what was asked for: another version than the usual one, or null for `--node present`, the one that runs this.
 * @param {string[]} args @param {string} usual
 * @returns {{ version: string | null, rest: string[] } | null} null where what follows is neither
 */
export function chooseNode(args, usual) {
  const at = args.indexOf("--node");
  if (at < 0) return { version: usual, rest: args };
  const [, wanted = ""] = args.slice(at);
  const rest = args.toSpliced(at, 2);
  if (wanted === "present") return { version: null, rest };
  return isVersion(wanted) ? { version: wanted, rest } : null;
}

/** Installs what is locked, and fetches a version of Node as an npm package unless it is there. @param {string} version @returns {Promise<string>} its program */
export async function fetchNode(version) {
  const windows = process.platform === "win32";
  const name = `node-${windows ? "win" : process.platform}-${process.arch}`;
  const folder = `node_modules/.cache/node-${version}`;
  const program = `${folder}/node_modules/${name}/bin/${windows ? "node.exe" : "node"}`;
  await oneAtATime(async () => {
    // First, since it empties node_modules, where the other Node is kept.
    await install();
    const quietly = ["--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
    if (!existsSync(program))
      await npm(`Fetching Node ${version}`, ["install", "--prefix", folder, ...quietly, `${name}@${version}`]);
  });
  return program;
}
