import { describe, expect, it } from "vitest";
import { applyEnvironment } from "@/lib/platform/config/env";
import { toolSecrets } from "@/lib/platform/config/tool-secrets";

const SECRET = "a-secret-of-more-than-thirty-two-characters";

describe("toolSecrets", () => {
  it("names a tool's variables and counts their secrets without revealing them", () => {
    applyEnvironment({ CHILD_WEBHOOK_SECRET__NIGHT_PRESS: `${SECRET},${SECRET}-before` });
    const secrets = toolSecrets("night-press");
    expect(secrets).toEqual({
      appToken: { name: "CORE_CHILD_APP_TOKEN__NIGHT_PRESS", count: 0 },
      webhook: { name: "CHILD_WEBHOOK_SECRET__NIGHT_PRESS", count: 2 },
    });
    expect(JSON.stringify(secrets)).not.toContain(SECRET);
  });
});
