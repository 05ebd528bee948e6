// Prints each linter's findings for the OpenAPI document on stdin, as [{ rule, place, message }].
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import spectral from "@stoplight/spectral-core";
import owasp from "@stoplight/spectral-owasp-ruleset";
import rulesets from "@stoplight/spectral-rulesets";

const REDOCLY = join(import.meta.dirname, "node_modules/@redocly/cli/bin/cli.js");

/** @param {string} pointer `#/paths/~1brands/get` */
const placeOf = (pointer) =>
  pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));

/** @param {string} document */
function byRedocly(document) {
  const folder = mkdtempSync(join(tmpdir(), "openapi-"));
  try {
    const path = join(folder, "openapi.json");
    writeFileSync(path, document);
    const args = [REDOCLY, "lint", path, "--extends=recommended-strict", "--format=json", "--max-problems=10000"];
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
    if (!stdout.startsWith("{")) throw new Error(`Redocly did not lint: ${stdout}${stderr}`);
    return JSON.parse(stdout).problems.map(({ ruleId, location, message }) => ({
      rule: `redocly:${ruleId}`,
      place: placeOf(location[0]?.pointer ?? "#"),
      message,
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {unknown} document */
async function bySpectral(document, name, ruleset) {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[ruleset, "all"]] });
  const found = await linter.run(document);
  return found.map(({ code, path, message }) => ({
    rule: `${name}:${String(code).replace(/^owasp:/, "")}`,
    place: path.map(String),
    message,
  }));
}

const document = await text(process.stdin);
const found = [
  ...byRedocly(document),
  ...(await bySpectral(JSON.parse(document), "spectral", rulesets.oas)),
  ...(await bySpectral(JSON.parse(document), "owasp", owasp)),
];
process.stdout.write(JSON.stringify(found));
