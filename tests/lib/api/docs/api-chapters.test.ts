import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { linkTarget } from "@/lib/api/docs/api-document/parts/table";
import { allChapters as chapters } from "@/lib/api/docs/api-document/render-api-document";
import { blocks } from "@/lib/api/docs/guide/blocks";
import { EXAMPLE_BASE_URL, TOKEN_VARIABLES } from "@/lib/api/docs/guide/examples";
import { makeGuide, withBlocks } from "@/lib/api/docs/guide/pages";
import { PROSE } from "@/lib/api/docs/guide/prose";
import { readPage, sectionOf, slugOf } from "@/lib/api/docs/guide/read-page";
import * as kit from "@/lib/contract";
import { EXAMPLE_BRAND_ID } from "@/lib/contract/examples";
import {
  FEDERATION_AUDIENCE,
  FEDERATION_LIFETIME_SECONDS,
  FEDERATION_TOKEN_TYPE,
} from "@/lib/integrations/federation/mint-federation-token";
import { FAILING_LIMIT_MS, MAX_ATTEMPTS } from "@/lib/integrations/webhooks/after-failure";
import { MAX_IN_FLIGHT_PER_SUBSCRIPTION } from "@/lib/integrations/webhooks/lock-due-subscriptions";
import { COOL_DOWN_AFTER, COOL_DOWN_MS } from "@/lib/integrations/webhooks/receiver";
import { parseEnv } from "@/lib/platform/config/env";
import { sizeLimitText } from "@/lib/platform/text";
import { flattenDocument } from "@/lib/publishing/identity/flatten-document";
import { activeBrandCookie } from "@/lib/web/auth/cookies";
import { sourceFiles } from "@/tests/architecture/import-graph";
import { sampleColors, sampleDocument, sampleTypography } from "@/tests/support/documents";

/** Its angle brackets are literal, not a placeholder. */
const BEARER = "Send a credential as Authorization: Bearer <token>.";

const guide = makeGuide();
const files = readdirSync(PROSE).filter((name) => name.endsWith(".md") && name !== "README.md");
const textOf = (name: string) => readFileSync(join(PROSE, name), "utf8");
/** The text without its line breaks. */
const flat = (name: string) => textOf(name).replaceAll(/\s+/g, " ");
const blocksOf = (name: string) => [...textOf(name).matchAll(/^```contract\n(.*)\n```$/gm)].map(([, block]) => block);
const linksOf = (markdown: string) => [...markdown.matchAll(/\]\(([^)]+)\)/g)].map(([, href]) => href ?? "");

describe("the chapters of the API documentation", () => {
  it("are the files of their folder, in the order of its README", () => {
    const order = chapters.map(({ id }) => `${id}.md`);
    expect(files).toEqual([...order].sort());
    const listed = [...textOf("README.md").matchAll(/^\d+\. \[(.+)\]\((.+)\)$/gm)].map(([, title, file]) => [
      title,
      file,
    ]);
    expect(listed).toEqual(chapters.map(({ id, title }) => [title, `${id}.md`]));
  });

  it("explain where each variable of the samples comes from", () => {
    for (const variable of Object.values(TOKEN_VARIABLES))
      expect(textOf("authentication.md")).toContain(`\`${variable}\``);
  });

  it("contain each block of the contract once", () => {
    expect(files.flatMap(blocksOf).sort()).toEqual(Object.keys(blocks).sort());
  });

  it.each(guide)("link only to existing sections: $id", ({ markdown }) => {
    const anchors = chapters.flatMap(({ id, sections }) => [`#${id}`, ...sections.map((section) => `#${section.id}`)]);
    expect(linksOf(markdown).filter((href) => !anchors.includes(linkTarget(href)))).toEqual([]);
  });

  it.each(guide)("link only to existing pages and sections of the site: $id", ({ markdown }) => {
    const places = guide.flatMap(({ id, sections }) => [
      `${id}.md`,
      ...sections.map((section) => `${id}.md#${section.id}`),
    ]);
    expect(linksOf(markdown).filter((href) => sectionOf(href) && !places.includes(href))).toEqual([]);
  });

  it("keep each operation's old anchor, with a link to its new page", () => {
    const { sections = [], markdown = "" } = guide.find(({ id }) => id === "operations") ?? {};
    const offered = Object.values<kit.Operation>(kit.operations).filter(({ tag }) => tag !== "Hub-internal");
    expect(sections.map(({ title }) => title).sort()).toEqual(offered.map(({ summary }) => summary).sort());
    for (const { tag, summary } of offered)
      expect(markdown).toContain(`(operations-${tag.toLowerCase()}.md#${slugOf(summary)})`);
  });

  it("show each operation on its resource's page, with requests in curl, TypeScript and Python", () => {
    const resources = guide.filter(({ id }) => id.startsWith("operations-"));
    expect(resources.length).toBeGreaterThan(4);
    for (const section of resources.flatMap(({ sections }) => sections)) {
      const samples = section.parts.flatMap((part) => (part.kind === "samples" ? [part.samples] : []));
      const requests = samples.filter(([first]) => first?.language === "sh");
      expect(requests.length, section.title).toBeGreaterThan(0);
      for (const request of requests) expect(request.map(({ language }) => language)).toEqual(["sh", "ts", "python"]);
    }
  });

  it("state their subject in the first sentence", () => {
    expect(guide.filter(({ lead }) => lead[0]?.kind !== "paragraph").map(({ id }) => id)).toEqual([]);
  });

  it("show no X-Tool-Slug without its token", () => {
    const requests = guide.flatMap(({ markdown }) =>
      [...markdown.matchAll(/^```(?:sh|http)\n(.*?)^```$/gms)].flatMap(([, code = ""]) => code.split(/^(?=curl )/m)),
    );
    const naming = requests.filter((request) => request.includes("X-Tool-Slug: "));
    expect(naming.length).toBeGreaterThan(8);
    expect(naming.filter((request) => !request.includes("Authorization: Bearer "))).toEqual([]);
  });

  it("deduplicate webhooks by the id that every signature covers", () => {
    expect(guide.map(({ markdown }) => markdown).join()).not.toMatch(/the same `webhook-id`|`webhook-id` is the same/);
    expect(flat("webhooks.md")).toContain(
      "done the work for the same `id` in the body **and** the same `X-Hub-Replay`",
    );
  });

  it("have unique anchors", () => {
    const anchors = chapters.flatMap(({ id, sections }) => [id, ...sections.map((section) => section.id)]);
    expect(anchors).toHaveLength(new Set(anchors).size);
  });
});

it("throws on an unknown contract block", () => {
  expect(() => withBlocks("```contract\nthe weather\n```")).toThrow("the weather");
});

describe("readPage", () => {
  it.each([
    ["a picture", "![a](b.png)"],
    ["HTML", "<b>a</b>"],
    ["a nested list", "- a\n  - b"],
    ["emphasis, which the PDF's fonts don't have", "*a*"],
  ])("refuses %s instead of dropping it", (_what, markdown) => {
    expect(() => readPage(`# X\n\n## Y\n\n${markdown}\n`)).toThrow();
  });
});

it("groups adjacent code blocks of different languages into one sample", () => {
  const code = (...languages: string[]) => languages.map((language) => `\`\`\`${language}\nx\n\`\`\``).join("\n\n");
  const samplesIn = (markdown: string) =>
    readPage(`# X\n\n${markdown}\n`).lead.map((part) =>
      part.kind === "samples" ? part.samples.map(({ language }) => language) : [],
    );
  expect(samplesIn(code("sh", "ts", "python"))).toEqual([["sh", "ts", "python"]]);
  expect(samplesIn(code("ts", "ts"))).toEqual([["ts"], ["ts"]]);
  expect(samplesIn(code("sh", "json"))).toEqual([["sh"], ["json"]]);
});

it("maps each part of the bundle to its word in `changed`", () => {
  const documented = new Map(
    [...textOf("webhooks.md").matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].flatMap(([, word = "", parts = ""]) =>
      [...parts.matchAll(/`(\w+)`/g)].map(([, part = ""]) => [part, word] as const),
    ),
  );
  const inBundle = { "typography.fonts": "fonts", "typography.styles": "text_styles", "colors.rules": "color_rules" };
  const document = sampleDocument({
    colors: sampleColors().colors,
    typography: sampleTypography(),
    foundations: { spacing: { sm: { value: 8, unit: "px" } } },
    imagery: { photo: { direction: "Daylight" } },
    legal: { trademark_lines: ["A trademark."] },
  });
  const parts = [...flattenDocument(document)].map(([path, { part }]) => {
    const steps = path.split(".");
    return [inBundle[steps.slice(0, 2).join(".") as keyof typeof inBundle] ?? steps[0], part] as const;
  });
  const wrong = parts.filter(([name = "", word]) => name !== "typography" && documented.get(name) !== word);
  expect(wrong).toEqual([]);
  expect(new Set(parts.map(([name]) => name))).toContain("legal");
});

describe("the numbers in the chapters", () => {
  const secret = "0123456789abcdefghijklmnopqrstuv";
  const env = parseEnv({
    NODE_ENV: "test",
    HUB_EMBEDDED_DATABASE: "1",
    SESSION_SECRET: secret,
    FEDERATION_SECRET: `${secret}1`,
    FILE_URL_SECRET: `${secret}2`,
  });
  const minutes = (ms: number) => ms / 60_000;
  /** Another tool's event plus its envelope, with ample margin. */
  const LARGEST_WEBHOOK = 2 * kit.MAX_EVENT_BYTES;
  const { ingestEvent, ingestEventBatch, mintFederationToken } = kit.operations;

  it.each([
    ["limits.md", `| Requests | ${env.RATE_LIMIT_PER_MINUTE} in any rolling minute, for each credential |`],
    ["limits.md", `| Requests at the same time | ${env.RATE_LIMIT_CONCURRENT} for each credential |`],
    ["limits.md", `q=${env.RATE_LIMIT_PER_MINUTE};w=60`],
    ["limits.md", `| Body of an event, and each event of a batch | ${sizeLimitText(ingestEvent.body.limitBytes)} |`],
    ["limits.md", `| Body of a webhook that the hub sends | ${sizeLimitText(LARGEST_WEBHOOK)} |`],
    ["events.md", "(`RETENTION_EVENTS_DAYS`)"],
    [
      "federation.md",
      `| \`Max-Age\` | ${activeBrandCookie("a", { HUB_BASE_URL: "https://hub.test" }).maxAge / 86_400} days;`,
    ],
    ["federation.md", `\`Max-Age=${kit.STATE_LIFETIME_SECONDS}\``],
    ["webhooks.md", `| Body | At most ${sizeLimitText(LARGEST_WEBHOOK)}.`],
    ["events.md", `Each event is at most ${sizeLimitText(kit.MAX_EVENT_BYTES)}`],
    ["limits.md", `${sizeLimitText(ingestEventBatch.body.limitBytes)}, 1 to ${kit.MAX_BATCH_EVENTS} events |`],
    ["limits.md", `${sizeLimitText(kit.MAX_CHANGED_BYTES)}, 1 to ${kit.MAX_BRANDS_ASKED} brands |`],
    ["bundle-cache.md", `with up to ${kit.MAX_BRANDS_ASKED}`],
    ["limits.md", `| Any other body | ${sizeLimitText(mintFederationToken.body.limitBytes)} |`],
    ["limits.md", `| Life of a federation token | ${FEDERATION_LIFETIME_SECONDS} seconds |`],
    ["limits.md", `| Failed credentials | ${env.RATE_LIMIT_FAILED_AUTH_PER_MINUTE} a minute from one client IP |`],
    [
      "limits.md",
      `at most ${kit.MAX_BACKOFF_MS / 1000} seconds apart, but never before a \`Retry-After\`; at most ${kit.MAX_ATTEMPTS} attempts, the first included |`,
    ],
    ["authentication.md", `${env.RATE_LIMIT_FAILED_AUTH_PER_MINUTE} failed credentials a minute from one client IP`],
    ["bundle-cache.md", `over ${minutes(kit.MAX_URL_AGE_MS)} minutes old`],
    ["federation.md", `\`${FEDERATION_TOKEN_TYPE}\` and a \`kid\`, valid for ${FEDERATION_LIFETIME_SECONDS} seconds`],
    ["federation.md", `| \`aud\` | \`${FEDERATION_AUDIENCE}\` |`],
    ["federation.md", `when it ends (${FEDERATION_LIFETIME_SECONDS} seconds later)`],
    ["federation.md", `${EXAMPLE_BASE_URL}/connect/brand-studio?brand_id=${EXAMPLE_BRAND_ID}&state=`],
    ["events.md", `batches of 200 to ${kit.MAX_BATCH_EVENTS}`],
    ["webhooks.md", `a timestamp over ${kit.WEBHOOK_TOLERANCE_SECONDS} seconds away`],
    ["webhooks.md", `| ${MAX_ATTEMPTS} in all, over about 3 days;`],
    ["webhooks.md", `**Only failures for ${minutes(FAILING_LIMIT_MS) / 60 / 24} days**`],
    ["webhooks.md", `| **${COOL_DOWN_AFTER} timeouts in a row** |`],
    ["webhooks.md", `the next ${COOL_DOWN_MS / 1_000} seconds later at the earliest`],
    ["webhooks.md", `At most ${MAX_IN_FLIGHT_PER_SUBSCRIPTION} requests for each subscription.`],
  ])("match the code: %s, %s", (name, sentence) => {
    expect(flat(name)).toContain(sentence);
  });
});

describe("the error catalogue", () => {
  const catalogue = textOf("errors.md");
  const messages = [...catalogue.matchAll(/^\| `(.+?)` \|/gm)].map(([, message = ""]) => message);
  const code = sourceFiles(["lib"])
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const ownWords = messages.filter((message) => !/^(body|query|header)(\.<|: <)/.test(message));

  it.each(ownWords)("has only messages that the hub sends: %s", (message) => {
    const parts = message === BEARER ? [message] : message.split(/<[^>]+>/).filter((part) => part.trim().length > 1);
    for (const part of parts) expect(code).toContain(part.trim());
  });

  it("has a section with the status for each code", () => {
    for (const [name, status] of Object.entries(kit.ERROR_STATUS))
      expect(catalogue).toMatch(new RegExp(`^## ${name}\\n\\n${status}\\b`, "m"));
  });
});
