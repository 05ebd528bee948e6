import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseEnv } from "@/lib/config/env";
import * as kit from "@/lib/contract";
import { EXAMPLE_BRAND_ID } from "@/lib/contract/examples";
import { FAILING_LIMIT_MS, MAX_ATTEMPTS } from "@/lib/deliveries/after-failure";
import { MAX_IN_FLIGHT_PER_SUBSCRIPTION } from "@/lib/deliveries/claim-due-deliveries";
import { linkTarget } from "@/lib/docs/api-document/anchors";
import { blocks } from "@/lib/docs/api-document/blocks";
import { chapters, PROSE } from "@/lib/docs/api-document/chapters";
import { EXAMPLE_BASE_URL } from "@/lib/docs/api-document/examples";
import { readChapter } from "@/lib/docs/api-document/read-chapter";
import {
  FEDERATION_AUDIENCE,
  FEDERATION_LIFETIME_SECONDS,
  FEDERATION_TOKEN_TYPE,
} from "@/lib/federation/federation-token";
import { sizeLimitText } from "@/lib/kernel/size-limit-text";

const files = readdirSync(PROSE).filter((name) => name !== "README.md");
const textOf = (name: string) => readFileSync(join(PROSE, name), "utf8");
/** On one line, however the lines break. */
const flat = (name: string) => textOf(name).replaceAll(/\s+/g, " ");
const blocksOf = (name: string) => [...textOf(name).matchAll(/^```contract\n(.*)\n```$/gm)].map(([, block]) => block);
const linksOf = (name: string) => [...textOf(name).matchAll(/\]\(([^)]+)\)/g)].map(([, href]) => href ?? "");

describe("the chapters of the API document", () => {
  it("are the files of their folder, in the order that its README lists", () => {
    const order = chapters.map(({ id }) => `${id}.md`);
    expect(files).toEqual([...order].sort());
    const listed = [...textOf("README.md").matchAll(/^\d+\. \[(.+)\]\((.+)\)$/gm)].map(([, title, file]) => [
      title,
      file,
    ]);
    expect(listed).toEqual(chapters.map(({ id, title }) => [title, `${id}.md`]));
  });

  it("have everything that the contract gives, once", () => {
    expect(files.flatMap(blocksOf).sort()).toEqual(Object.keys(blocks).sort());
  });

  it.each(files)("link to sections that there are: %s", (name) => {
    const anchors = chapters.flatMap(({ id, sections }) => [`#${id}`, ...sections.map((section) => `#${section.id}`)]);
    expect(linksOf(name).filter((href) => !anchors.includes(linkTarget(href)))).toEqual([]);
  });

  it("have no two sections at one anchor", () => {
    const anchors = chapters.flatMap(({ id, sections }) => [id, ...sections.map((section) => section.id)]);
    expect(anchors).toHaveLength(new Set(anchors).size);
  });
});

describe("readChapter", () => {
  it.each([
    ["a block that the contract does not give", "```contract\nthe weather\n```"],
    ["a picture", "![a](b.png)"],
    ["HTML", "<b>a</b>"],
    ["a list in a list", "- a\n  - b"],
    ["emphasis, which the document's fonts do not have", "*a*"],
  ])("refuses %s, rather than to leave it out", (_what, markdown) => {
    expect(() => readChapter("x", `# X\n\n## Y\n\n${markdown}\n`)).toThrow();
  });
});

describe("the numbers of the chapters", () => {
  const secret = "0123456789abcdefghijklmnopqrstuv";
  const env = parseEnv({
    NODE_ENV: "test",
    SESSION_SECRET: secret,
    FEDERATION_SECRET: `${secret}1`,
    FILE_URL_SECRET: `${secret}2`,
  });
  const minutes = (ms: number) => ms / 60_000;
  const { ingestEvent, ingestEventBatch, mintFederationToken } = kit.operations;

  it.each([
    ["limits.md", `| Requests | ${env.RATE_LIMIT_PER_MINUTE} in any rolling minute, for each credential |`],
    ["limits.md", `| Requests at the same time | ${env.RATE_LIMIT_CONCURRENT} for each credential |`],
    ["limits.md", `q=${env.RATE_LIMIT_PER_MINUTE};w=60`],
    ["limits.md", `| Body of an event | ${sizeLimitText(ingestEvent.body.limitBytes)} |`],
    ["limits.md", `${sizeLimitText(ingestEventBatch.body.limitBytes)}, 1 to ${kit.MAX_BATCH_EVENTS} events |`],
    ["limits.md", `| Any other body | ${sizeLimitText(mintFederationToken.body.limitBytes)} |`],
    ["limits.md", `| Life of a federation token | ${FEDERATION_LIFETIME_SECONDS} seconds |`],
    ["limits.md", `| Failed credentials | ${env.RATE_LIMIT_FAILED_AUTH_PER_MINUTE} a minute from one client IP |`],
    ["limits.md", `at most ${kit.MAX_BACKOFF_MS / 1000} seconds apart, at most ${kit.MAX_ATTEMPTS} attempts |`],
    ["authentication.md", `${env.RATE_LIMIT_FAILED_AUTH_PER_MINUTE} failed credentials a minute from one client IP`],
    ["bundle-cache.md", `over ${minutes(kit.MAX_URL_AGE_MS)} minutes old`],
    ["federation.md", `\`${FEDERATION_TOKEN_TYPE}\` and a \`kid\`, alive for ${FEDERATION_LIFETIME_SECONDS} seconds`],
    ["federation.md", `| \`aud\` | \`${FEDERATION_AUDIENCE}\` |`],
    ["federation.md", `when it ends (${FEDERATION_LIFETIME_SECONDS} seconds later)`],
    ["federation.md", `${EXAMPLE_BASE_URL}/connect/brand-studio?brand_id=${EXAMPLE_BRAND_ID}&state=`],
    ["events.md", `batches of 200 to ${kit.MAX_BATCH_EVENTS}`],
    ["webhooks.md", `a timestamp over ${kit.WEBHOOK_TOLERANCE_SECONDS} seconds away`],
    ["webhooks.md", `| ${MAX_ATTEMPTS} in all, over about 3 days;`],
    ["webhooks.md", `**Only failures for ${minutes(FAILING_LIMIT_MS) / 60 / 24} days**`],
    ["webhooks.md", `At most ${MAX_IN_FLIGHT_PER_SUBSCRIPTION} requests for each subscription.`],
  ])("are those that the hub keeps: %s, %s", (name, sentence) => {
    expect(flat(name)).toContain(sentence);
  });
});
