import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Where the hub under test answers; `E2E_BASE_URL` names one that runs already, with `HUB_DATA_DIR` its data. */
export const BASE_URL = process.env.E2E_BASE_URL ?? "http://localhost:3700";
export const DATA_DIRECTORY = process.env.E2E_BASE_URL
  ? (process.env.HUB_DATA_DIR ?? ".data")
  : `tests/.output/e2e-data-${process.env.TEST_RUN ?? "main"}`;

type Role = "owner" | "admin" | "editor" | "viewer";

/** What `npm run credentials` prints. */
export interface Credentials {
  base_url: string;
  users: { email: string; password: string; hub_admin: boolean; brands: { id: string; slug: string; role: Role }[] }[];
  api_keys: { brand_id: string; key: string }[];
  tools: {
    slug: string;
    status: string;
    child_token: string;
    webhook_secret: string;
    entitled_brand_ids: string[];
  }[];
  dispatch_secret: string;
}

/** The credentials of the hub under test as they are now. */
export function readCredentials(): Credentials {
  const output = execFileSync(process.execPath, ["lib/cli/run.mjs", "credentials"], {
    cwd: ROOT,
    env: { ...process.env, HUB_DATA_DIR: DATA_DIRECTORY },
    encoding: "utf8",
  });
  return JSON.parse(output);
}
