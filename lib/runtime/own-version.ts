import { readFileSync } from "node:fs";
import { ownFile } from "@/lib/platform/own-files";

let version: string | undefined;

export function ownVersion(): string {
  if (version === undefined) version = String(JSON.parse(readFileSync(ownFile("package.json"), "utf8")).version);
  return version;
}
