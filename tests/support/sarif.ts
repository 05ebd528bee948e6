import { readFileSync } from "node:fs";
import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";

const ajv = new Ajv({ allErrors: true, strict: false });
addFormats(ajv);
// OASIS, errata 01: https://docs.oasis-open.org/sarif/sarif/v2.1.0/
const validate = ajv.compile(JSON.parse(readFileSync("tests/fixtures/sarif-2.1.0.json", "utf8")));

/** What the schema of SARIF 2.1.0 refuses, by place. */
export const sarifErrors = (log: unknown): string[] =>
  validate(log) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
