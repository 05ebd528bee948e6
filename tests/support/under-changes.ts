import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { files } from "@/db/schema";
import { NO_QUOTAS } from "@/lib/access";
import type { BrandDocument } from "@/lib/content";
import type { UserActor } from "@/lib/platform/context";
import { publishDraft, saveDraft } from "@/lib/publishing/server";
import { contextOf } from "@/lib/runtime/hub";
import { compiledProgram } from "./compiled-program";
import { fileRef, sampleDocument } from "./documents";
import { actingUser, createUser, NOW } from "./fixtures";
import { inForm } from "./in-form";
import { createPostgresDatabase } from "./postgres";
import { createWorld, type World } from "./world";

/**
 * Several processes on one database answer requests while versions are published and grants, tools, keys, sessions and
 * memberships come and go. Each reader records what was committed before its request. The response may be newer, never
 * older.
 */
const PROCESSES = 2;
const READERS = 12;
const FOR_MS = inForm({ short: 2_000, full: 60_000 });
/** Against hangs: a busy machine continues until every check has run. Shorter than a test may take. */
const MAX_MS = inForm({ short: 4, full: 20 }) * 60_000;
const LEAST_LIFE_SECONDS = 30 * 60;
const NO_LIMITS = { RATE_LIMIT_PER_MINUTE: "0", RATE_LIMIT_CONCURRENT: "0", RATE_LIMIT_FAILED_AUTH_PER_MINUTE: "0" };

/** The API tests' world, served by several processes. Changes are made in this one. */
export async function createHubs() {
  const database = await createPostgresDatabase({ poolSize: 8 });
  const world = await createWorld({ quotas: NO_QUOTAS }, database);
  const processes: ChildProcess[] = [];
  const program = await compiledProgram('import "./tests/support/hub-listener-process.ts";');
  const started = Array.from({ length: PROCESSES }, async () => {
    const env = { ...process.env, ...NO_LIMITS };
    const hub = spawn(process.execPath, [program, database.url], { env, stdio: ["ignore", "pipe", "inherit"] });
    processes.push(hub);
    const [port] = await once(createInterface(hub.stdout), "line");
    return `http://127.0.0.1:${port}`;
  });
  const urls = await Promise.all(started);
  const administrator = actingUser(await createUser(world.db, { hubAdmin: true }));
  const as = <A extends UserActor>(actor: A) => contextOf(world.hub, { actor, now: new Date() });
  return {
    world,
    urls,
    asOwner: () => as(actingUser(world.users.owner)),
    asAdministrator: () => as({ ...administrator, hubAdmin: true }),
    as,
    async close() {
      for (const hub of processes) {
        const ended = once(hub, "exit");
        if (hub.kill()) await ended;
      }
      await world.close();
    },
  };
}

export type Hubs = Awaited<ReturnType<typeof createHubs>>;

/**
 * Publishes version after version of the own brand. Each has its number in its tagline, and a file so that bundles
 * contain a URL.
 */
export class Publisher {
  /** The last committed version. */
  published = 1;
  private readonly file = fileRef();
  private readonly document: BrandDocument = sampleDocument({
    assets: [{ id: this.file.id, kind: "image", name: "The workshop", file: this.file }],
  });

  constructor(private readonly hubs: Hubs) {}

  async prepare({ db, brands }: World = this.hubs.world): Promise<void> {
    await db.insert(files).values({ ...this.file, brandId: brands.own.id, createdAt: NOW });
    await this.publish();
  }

  async publish(): Promise<void> {
    const brandId = this.hubs.world.brands.own.id;
    const identity = {
      schema: 1 as const,
      brand: { tagline: taglineOf(this.published + 1) },
      personality: {},
      persona: {},
    };
    const draft = { brandId, baseVersion: this.published, revision: null, document: { ...this.document, identity } };
    const { revision } = await saveDraft(this.hubs.asOwner(), draft);
    await publishDraft(this.hubs.asOwner(), { brandId, revision, note: null });
    this.published += 1;
  }
}

const taglineOf = (version: number) => `Version ${version}`;

type State = "gone" | "there" | "changed";

/** A precondition that is revoked and restored in turn. */
export class Precondition {
  /** Committed changes. An even number means it is there. */
  private done = 0;
  private begun = 0;

  constructor(
    readonly name: string,
    private readonly change: { end: () => Promise<unknown>; restore: () => Promise<unknown> },
  ) {}

  get isThere(): boolean {
    return this.done % 2 === 0;
  }

  async toggle(): Promise<void> {
    this.begun += 1;
    await (this.isThere ? this.change.end() : this.change.restore());
    this.done += 1;
  }

  /** Call it before a request. Afterwards the returned function tells whether the state held throughout the request. */
  watch(): () => State {
    const { done, isThere } = this;
    return () => (this.begun !== done ? "changed" : isThere ? "there" : "gone");
  }
}

/** Preconditions of a request, each with the status of its refusal. */
export type Needs = readonly (readonly [Precondition, number])[];

interface Asked extends RequestInit {
  /** The reader's name. */
  by: string;
  url: string;
  needs: Needs;
  /** Preconditions that decide what is listed, without refusing the request. */
  shows?: readonly Precondition[];
}

interface Answered<Body> {
  status: number;
  headers: Headers;
  body: Body;
  /** States of the listed preconditions. */
  shown: ReadonlyMap<Precondition, State>;
}

/** Sends requests to one process and records what is wrong with the responses. */
export type Reader = (url: string) => Promise<void>;

/** Reads and changes at the same time, and collects violations. */
export class ConsistencyCheck {
  private readonly wrong = new Set<string>();
  /** How often each check ran, by subject. */
  private readonly made = new Map<string, number>();
  private answers = 0;
  /** Finished turns of each reader. */
  private readonly turns: number[] = Array(READERS).fill(0);
  private startedMs = 0;

  /** @param expected checks that must run at least once, apart from those of readers' needs */
  constructor(private readonly expected: Set<string>) {}

  check(what: string, holds: boolean, otherwise: string): void {
    this.made.set(what, (this.made.get(what) ?? 0) + 1);
    if (!holds) this.wrong.add(`${what}: ${otherwise}`);
  }

  /** Sends a request and checks its status against states that held throughout. Returns null for a refusal. */
  async ask<Body>({ by, url, needs, shows = [], ...init }: Asked): Promise<Answered<Body> | null> {
    for (const [precondition] of needs)
      for (const state of ["gone", "there"]) this.expected.add(`${by}, ${precondition.name} ${state}`);
    for (const precondition of shows)
      for (const state of ["gone", "there"]) this.expected.add(`${by}, ${precondition.name} ${state}`);
    const ends = needs.map(([precondition, refusal]) => ({ precondition, refusal, end: precondition.watch() }));
    const endsOfShown = shows.map((precondition) => ({ precondition, end: precondition.watch() }));
    const response = await fetch(url, init);
    const text = await response.text();
    const { status, headers } = response;
    const states = ends.map(({ end, ...need }) => ({ ...need, state: end() }));
    const shown = new Map(endsOfShown.map(({ precondition, end }) => [precondition, end()]));
    this.answers += 1;
    const isAnswered = status === 200 || status === 304;
    const refusals = states.filter(({ state }) => state !== "there").map(({ refusal }) => refusal);
    for (const { precondition, state } of states) {
      if (state === "gone") this.check(`${by}, ${precondition.name} gone`, !isAnswered, `was answered ${status}`);
      if (state === "there" && refusals.length === 0)
        this.check(`${by}, ${precondition.name} there`, isAnswered, `was answered ${status}`);
    }
    if (!isAnswered && !refusals.includes(status)) this.wrong.add(`${by}: ${status} where only ${refusals} may be`);
    return isAnswered ? { status, headers, body: text === "" ? undefined : JSON.parse(text), shown } : null;
  }

  /** Checks that the response contains everything that held throughout, and nothing that was gone. */
  checkShown(by: string, { shown }: Pick<Answered<unknown>, "shown">, has: ReadonlyMap<Precondition, boolean>): void {
    for (const [precondition, isShown] of has) {
      const state = shown.get(precondition);
      if (state === "gone") this.check(`${by}, ${precondition.name} gone`, !isShown, "it is in the answer");
      if (state === "there") this.check(`${by}, ${precondition.name} there`, isShown, "it is not in the answer");
    }
  }

  /** Checks a version and its tagline against the last version committed before. */
  checkVersion(by: string, asked: { least: number; version: number; tagline?: unknown }): void {
    const { least, version, tagline } = asked;
    this.check(`${by}, version`, version >= least, `version ${version} was answered after ${least} was published`);
    if ("tagline" in asked)
      this.check(`${by}, text`, tagline === taglineOf(version), `version ${version} has ${tagline}`);
  }

  /** Checks that a URL lives for at least half an hour. */
  checkLife(by: string, { beganSeconds, endsSeconds }: { beganSeconds: number; endsSeconds: number }): void {
    const leftSeconds = endsSeconds - beganSeconds;
    this.check(`${by}, life`, leftSeconds >= LEAST_LIFE_SECONDS, `a URL has ${leftSeconds} seconds`);
  }

  private goesOn(): boolean {
    const forMs = performance.now() - this.startedMs;
    return forMs < FOR_MS || (forMs < MAX_MS && this.idle().length > 0);
  }

  private idle(): string[] {
    return [...this.expected].filter((what) => !this.made.has(what));
  }

  /**
   * Waits for responses rather than time, so requests fall before, during and after each change on any machine. Waiting
   * for one makes changes overlap.
   */
  private async untilAnswers(count: number): Promise<void> {
    const until = this.answers + count;
    while (this.answers < until && this.goesOn()) await delay(1);
  }

  /** Waits until each reader, however slow, has begun and finished a turn. */
  private async untilAllRead(): Promise<void> {
    const until = this.turns.map((turns) => turns + 2);
    while (this.turns.some((turns, reader) => turns < (until[reader] ?? 0)) && this.goesOn()) await delay(1);
  }

  /** @param readers creates each reader's own set, because readers keep state */
  async run(
    hubs: Hubs,
    given: { readers: () => Reader[]; publisher: Publisher; preconditions: Precondition[] },
  ): Promise<void> {
    for (const what of ["more than ten versions", "overlapping changes"]) this.expected.add(what);
    this.startedMs = performance.now();
    const reading = Array.from({ length: READERS }, async (_, index) => {
      const readers = given.readers();
      const read = readers[index % readers.length];
      for (let turn = index; this.goesOn(); turn += 1) {
        await read?.(hubs.urls[turn % PROCESSES] as string);
        this.turns[index] = (this.turns[index] ?? 0) + 1;
      }
    });
    const publishing = (async () => {
      while (this.goesOn()) {
        await given.publisher.publish();
        if (given.publisher.published > 10) this.made.set("more than ten versions", 1);
        await this.untilAnswers(given.publisher.published % 3 === 0 ? 3 * READERS : 1);
      }
    })();
    const changing = (async () => {
      for (let round = 0; this.goesOn(); round += 1)
        // One after another, so a refusal mostly has one cause.
        for (const precondition of given.preconditions)
          for (const _ of ["gone", "there"]) {
            await precondition.toggle();
            await (round % 3 === 1 ? this.untilAnswers(1) : this.untilAllRead());
            if (round % 3 === 1) this.made.set("overlapping changes", 1);
          }
    })();
    await Promise.all([...reading, publishing, changing]);

    expect([...this.wrong]).toEqual([]);
    // Every check ran.
    expect(this.idle()).toEqual([]);
  }
}
