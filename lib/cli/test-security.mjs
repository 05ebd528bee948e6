// `npm run test:security` runs the security tests in full, then prints each finding with what its tests said.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const env = { ...process.env, SECURITY_TESTS: "full" };
const { status } = spawnSync(process.execPath, ["lib/cli/test.mjs", "tests/security/"], { stdio: "inherit", env });
const table = spawnSync(process.execPath, ["--import", "tsx", "tests/security/print-findings.ts"], {
  stdio: "inherit",
});
process.exit(status || table.status || 0);
