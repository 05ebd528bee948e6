import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { z } from "zod";
import { Environment } from "@/lib/platform/config/environment";

const TEXT = readFileSync("docs/operations.md", "utf8");
const [, section = ""] = /^## Secrets\n([\s\S]*?)^## /m.exec(TEXT) ?? [];
const listed = section.split("\n").flatMap((line) => /^\| (.*?) \|/.exec(line)?.[1] ?? []);

const mayHoldPassword = (type: z.ZodType): boolean =>
  /password/.test(type.safeParse("none").error?.issues[0]?.message ?? "");

const secrets = Object.entries(Environment.shape).flatMap(([name, type]) =>
  /(?:SECRET|TOKEN|KEY|KEY_ID)$/.test(name) || mayHoldPassword(type) ? [name] : [],
);

it.each([...secrets, "CORE_CHILD_APP_TOKEN__<TOOL>", "CHILD_WEBHOOK_SECRET__<TOOL>"])(
  "the tables of secrets say how to rotate %s",
  (name) => {
    expect(listed.join("\n")).toContain(`\`${name}\``);
  },
);
