import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { MAX_IMPORT_BYTES } from "@/lib/brands";
import { MAX_UPLOAD_BYTES } from "@/lib/content";

const nginx = readFileSync("docs/operations/nginx.conf", "utf8");
const unit = readFileSync("docs/operations/hub.service", "utf8");
const valueIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);

it("nginx accepts the hub's largest body and doesn't buffer live responses", () => {
  const bytes = valueIn(nginx, /client_max_body_size (\d+)m;/) * 1024 * 1024;
  expect(bytes).toBeGreaterThan(MAX_UPLOAD_BYTES + 2 * MAX_IMPORT_BYTES);
  const live = /location ~ (\S+) \{([^}]+)\}/.exec(nginx);
  expect("/b/acme/live").toMatch(new RegExp(live?.[1] ?? ""));
  expect(live?.[2]).toContain("proxy_buffering off;");
  expect(valueIn(live?.[2] ?? "", /proxy_read_timeout (\d+)s/)).toBeGreaterThan(20);
  expect(nginx).toContain("proxy_set_header X-Forwarded-For   $proxy_add_x_forwarded_for;");
});

it("systemd gives the hub 30 seconds to stop, and a state directory", () => {
  expect(valueIn(unit, /TimeoutStopSec=(\d+)/)).toBeGreaterThanOrEqual(30);
  expect(unit).toMatch(/KillMode=mixed\n/);
  expect(unit).toMatch(/StateDirectory=hub\nEnvironment=HUB_DATA_DIR=\/var\/lib\/hub\n/);
  expect(unit).toMatch(/ExecStart=\S+node server\.js\n/);
});
