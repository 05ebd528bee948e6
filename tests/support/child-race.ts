import { setImmediate as turn } from "node:timers/promises";
import {
  BrandBundleSchema,
  BrandCache,
  type BundleResponse,
  type CachedBundle,
  HubRequestError,
  INBOX_RETRY_MS,
  Inbox,
  type SqlStores,
  webhookHandler,
} from "@/lib/contract";
import { examples } from "@/lib/contract/examples";
import { signDelivery } from "@/lib/integrations/webhooks/sign-delivery";

const START_MS = Date.parse("2026-03-14T09:00:00.000Z");
const MINUTE_MS = 60_000;
const URLS_LIVE_MS = 30 * MINUTE_MS;
const PROCESSES = 3;
/** More steps than any finite run takes. */
const ENDLESS = 5000;

const uuid = (kind: number, n: number) => `01920a4e-6a1${kind}-7000-8000-${String(n).padStart(12, "0")}`;
const BRANDS = [uuid(0, 1), uuid(0, 2)];

/** One action. Indexes wrap around the number of items at that moment. */
export type RaceAction =
  | { do: "publish"; brand: number }
  /** Publishes, then delivers the webhook at once. */
  | { do: "announce"; brand: number; process: number }
  | { do: "send event" }
  | { do: "deliver"; delivery: number; process: number }
  | { do: "replay"; delivery: number }
  /** Starts a read and runs some of its steps. Then the process waits or dies. */
  | { do: "get"; brand: number; process: number; needUrls: boolean; steps: number; dies: boolean }
  /** Runs some steps of one process. */
  | { do: "step"; process: number; which: number; times: number }
  | { do: "fail"; which: number }
  | { do: "refuse"; which: number; status: 403 | 429 | 500 | null }
  | { do: "die"; process: number }
  | { do: "wait"; minutes: number }
  | { do: "rotate" | "retire" }
  | { do: "adopt"; process: number };

interface Delivery {
  id: string;
  body: string;
  replays: number;
  /** The hub received a 200. */
  answered: boolean;
}

/** A pending store statement, hub request or hub response. */
interface Step {
  process: ChildProcess;
  isQuestion: boolean;
  run: () => Promise<void>;
  fail: (error: Error) => void;
}

interface ChildProcess {
  isAlive: boolean;
  secrets: readonly string[];
  cache: BrandCache;
  inbox: Inbox;
}

const at = <Entry>(entries: readonly Entry[], index: number): Entry | undefined => entries[index % entries.length];

/** Thrown by a step made to fail, as if the database were unavailable. */
class StoreAway extends Error {}

/**
 * A hub, and a child of three processes on one store. Every statement, hub request and response waits until it is
 * stepped, so any order can be tried and a process can die before any of them.
 */
export class ChildRace {
  private readonly stores: () => SqlStores;
  private readonly processes: ChildProcess[] = [];
  private readonly versions = new Map(BRANDS.map((id) => [id, 1]));
  private readonly kept = new Map<string, number>();
  private readonly deliveries: Delivery[] = [];
  /** Accepted events, once per replay, and events whose work completed. */
  private readonly taken: string[] = [];
  private readonly done: string[] = [];
  private served: { brandId: string; read: CachedBundle }[] = [];
  private waiting: Step[] = [];
  private hubSecrets: readonly string[] = ["secret 1"];
  private secretsMade = 1;
  private nowMs = START_MS;
  private verifying = 0;
  /** True if work may have run twice, because a process died, a step failed or time passed. */
  private mayRepeat = false;
  private failure: Error | null = null;

  constructor(stores: () => SqlStores) {
    this.stores = stores;
    for (let index = 0; index < PROCESSES; index += 1) this.processes.push(this.start(this.hubSecrets));
  }

  /** Runs one action, then everything up to the next wait. @throws Error if an invariant is violated */
  async act(action: RaceAction): Promise<void> {
    await this.begin(action);
    await this.settle();
    await this.checkRows();
    if (this.failure) throw this.failure;
  }

  /**
   * Completes all started work and delivers every webhook.
   * @throws Error unless each process then serves the current versions
   */
  async quieten(): Promise<void> {
    await this.drain();
    for (const process of this.processes) process.secrets = this.hubSecrets;
    for (let round = 0; this.deliveries.some(({ answered }) => !answered); round += 1) {
      if (round > PROCESSES) throw new Error("a webhook is never taken in");
      for (const [index, delivery] of this.deliveries.entries())
        if (!delivery.answered) this.deliver(delivery, at(this.processes, index + round));
      await this.drain();
    }
    // By now another process may take over work of a dead one.
    this.nowMs += INBOX_RETRY_MS;
    for (const { inbox } of this.processes) void inbox.work();
    await this.drain();
    for (const needUrls of [false, true]) {
      for (const process of this.processes) await this.serveAll(process, needUrls);
    }
    this.checkEvents();
    if (this.failure) throw this.failure;
  }

  private async begin(action: RaceAction): Promise<void> {
    switch (action.do) {
      case "publish":
        return this.publish(at(BRANDS, action.brand) ?? "");
      case "announce":
        this.publish(at(BRANDS, action.brand) ?? "");
        this.deliver(this.deliveries.at(-1), at(this.processes, action.process));
        await this.settle();
        return this.runOn(action.process, -1, 1);
      case "send event":
        return this.send("asset.approved", {
          brand_id: BRANDS[0],
          source_tool: "print-desk",
          trace_id: null,
          payload: {},
        });
      case "deliver":
        return this.deliver(at(this.deliveries, action.delivery), at(this.processes, action.process));
      case "replay": {
        const delivery = at(this.deliveries, action.delivery);
        if (delivery) Object.assign(delivery, { replays: delivery.replays + 1, answered: false });
        return;
      }
      case "get":
        this.get(at(this.processes, action.process), at(BRANDS, action.brand) ?? "", action.needUrls);
        await this.settle();
        // The newest step is last.
        await this.runOn(action.process, -1, action.steps);
        return action.dies ? this.die(action.process % PROCESSES) : undefined;
      case "step":
        return this.runOn(action.process, action.which, action.times);
      case "fail":
        this.mayRepeat = true;
        return this.take(action.which)?.fail(new StoreAway());
      case "refuse":
        return this.refuse(action.which, action.status);
      case "die":
        return this.die(action.process % PROCESSES);
      case "wait":
        this.mayRepeat = true;
        this.nowMs += action.minutes * MINUTE_MS;
        return;
      case "rotate":
        this.secretsMade += 1;
        this.hubSecrets = [`secret ${this.secretsMade}`, this.hubSecrets[0] ?? ""];
        return;
      case "retire":
        this.hubSecrets = this.hubSecrets.slice(0, 1);
        return;
      case "adopt": {
        const process = at(this.processes, action.process);
        if (process) process.secrets = this.hubSecrets;
        return;
      }
    }
  }

  private start(secrets: readonly string[]): ChildProcess {
    const now = () => new Date(this.nowMs);
    const { bundles, inbox: entries } = this.stores();
    const step = <Result>(work: () => Promise<Result>) => this.step(process, false, work);
    const cache = new BrandCache(
      {
        find: (...given) => step(() => bundles.find(...given)),
        beginFetch: (...given) => step(() => bundles.beginFetch(...given)),
        saveBundle: (...given) => step(() => bundles.saveBundle(...given)),
        finishUnchanged: (...given) => step(() => bundles.finishUnchanged(...given)),
        markStale: (...given) => step(() => bundles.markStale(...given)),
        abandon: (...given) => step(async () => bundles.abandon?.(...given)),
      },
      {
        readBundle: async (brandId, since) => {
          const answer = await this.step(process, true, async () => this.read(brandId, since));
          return step(async () => answer);
        },
      },
      now,
    );
    const inbox = new Inbox({
      store: {
        add: (...given) => step(() => entries.add(...given)),
        take: (...given) => step(() => entries.take(...given)),
        finish: (...given) => step(() => entries.finish(...given)),
        setAside: (...given) => step(() => entries.setAside(...given)),
        forget: (...given) => step(() => entries.forget(...given)),
      },
      onEvent: ({ id }) => step(async () => void this.done.push(id)),
      now,
    });
    const process: ChildProcess = { isAlive: true, secrets, cache, inbox };
    return process;
  }

  private step<Result>(process: ChildProcess, isQuestion: boolean, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      // A dead process never continues.
      if (!process.isAlive) return;
      const run = () => work().then(resolve, reject);
      this.waiting.push({ process, isQuestion, run, fail: reject });
    });
  }

  /** Runs several steps of one process, each time the one at index `which`. */
  private async runOn(process: number, which: number, times: number): Promise<void> {
    for (let run = 0; run < times; run += 1) {
      const steps = this.waiting.filter((step) => step.process === at(this.processes, process));
      await this.take(which < 0 ? steps.length + which : which, steps)?.run();
      await this.settle();
    }
  }

  private take(which: number, among = this.waiting): Step | undefined {
    const step = at(among, which);
    this.waiting = this.waiting.filter((other) => other !== step);
    return step;
  }

  private refuse(which: number, status: 403 | 429 | 500 | null): void {
    const questions = this.waiting.filter(({ isQuestion }) => isQuestion);
    const code = { 403: "forbidden", 429: "rate_limited", 500: "server_error" } as const;
    this.take(which, questions)?.fail(new HubRequestError(status && code[status], status, "The hub says no."));
  }

  private die(index: number): void {
    const [dead] = this.processes.splice(index, 1);
    if (!dead) return;
    dead.isAlive = false;
    this.mayRepeat = true;
    this.waiting = this.waiting.filter(({ process }) => process !== dead);
    this.processes.splice(index, 0, this.start(dead.secrets));
  }

  /** The hub's current response. */
  private read(brandId: string, since: number | undefined): BundleResponse {
    const version = this.versions.get(brandId) ?? 0;
    if (since === version) return { not_modified: true };
    const bundle = BrandBundleSchema.parse(structuredClone(examples.readBundle.response));
    bundle.brand.id = brandId;
    bundle.identity_version = version;
    for (const logo of bundle.logos.items) logo.url_expires_at = (this.nowMs + URLS_LIVE_MS) / 1000;
    return bundle;
  }

  private publish(brandId: string): void {
    const before = this.versions.get(brandId) ?? 0;
    this.versions.set(brandId, before + 1);
    this.send("identity.updated", {
      brand_id: brandId,
      brand_slug: "alder",
      identity_version: before + 1,
      previous_version: before,
      changed: ["colors"],
    });
  }

  private send(type: string, content: object): void {
    const id = uuid(1, this.deliveries.length);
    const body = JSON.stringify({ id, type, occurred_at: new Date(this.nowMs).toISOString(), ...content });
    this.deliveries.push({ id, body, replays: 0, answered: false });
  }

  private deliver(delivery: Delivery | undefined, process: ChildProcess | undefined): void {
    if (!delivery || !process) return;
    const { id, body, replays } = delivery;
    const signed = { id, event: "any", attempt: 1, replays, body, secrets: this.hubSecrets };
    const headers = signDelivery({ ...signed, timestampSeconds: this.nowMs / 1000 });
    // Another thread verifies the signature, so `settle` waits for it.
    this.verifying += 1;
    let verified = () => {
      this.verifying -= 1;
      verified = () => {};
    };
    const { cache, inbox } = process;
    const receive = webhookHandler({
      secrets: process.secrets,
      cache: {
        receive: (update) => {
          verified();
          return cache.receive(update);
        },
      },
      inbox: {
        take: async (event, replay) => {
          verified();
          const isNew = await inbox.take(event, replay);
          if (isNew) this.taken.push(event.id);
          return isNew;
        },
        work: () => inbox.work(),
      },
      now: () => new Date(this.nowMs),
    });
    void receive(new Request("https://child.example.com/", { method: "POST", headers, body })).then(({ status }) => {
      verified();
      if (process.isAlive && status === 200 && delivery.replays === replays) delivery.answered = true;
    });
  }

  private get(process: ChildProcess | undefined, brandId: string, needUrls: boolean): void {
    process?.cache.get(brandId, needUrls).then(
      (read) => this.note(brandId, read),
      (error: unknown) => {
        if (!(error instanceof HubRequestError || error instanceof StoreAway))
          this.failure ??= new Error(String(error));
      },
    );
  }

  private note(brandId: string, read: CachedBundle): void {
    const [logo] = read.bundle.logos.items;
    if (read.bundle.brand.id !== brandId) this.failure ??= new Error("one brand is served under another's id");
    if (read.urlsAlive && (logo?.url_expires_at ?? 0) * 1000 <= this.nowMs)
      this.failure ??= new Error("a dead URL is handed out");
    this.served.push({ brandId, read });
  }

  private async serveAll(process: ChildProcess, needUrls: boolean): Promise<void> {
    this.served = [];
    for (const brandId of BRANDS) this.get(process, brandId, needUrls);
    await this.drain();
    const wrong = this.served.filter(
      ({ brandId, read }) =>
        read.bundle.identity_version !== this.versions.get(brandId) || read.outdated || (needUrls && !read.urlsAlive),
    );
    if (this.served.length !== BRANDS.length) throw new Error("a reader got nothing");
    if (wrong.length > 0) throw new Error("an old version, or a dead URL, is served once all is quiet");
  }

  private async checkRows(): Promise<void> {
    for (const brandId of BRANDS) {
      const row = await this.stores().bundles.find(brandId);
      if (!row) continue;
      const { brand_id, identity_version, bundle } = row;
      if (brand_id !== brandId || bundle.brand.id !== brandId) throw new Error("a row has another brand's bundle");
      if (bundle.identity_version !== identity_version) throw new Error("a row has another version's bundle");
      if (identity_version < (this.kept.get(brandId) ?? 0)) throw new Error("a lower version replaced a higher one");
      this.kept.set(brandId, identity_version);
    }
  }

  private checkEvents(): void {
    const count = (ids: readonly string[], id: string) => ids.filter((other) => other === id).length;
    for (const id of new Set([...this.taken, ...this.done])) {
      const [taken, done] = [count(this.taken, id), count(this.done, id)];
      if (done < taken) throw new Error("an event was taken in, and its work never done");
      if (done > taken && !this.mayRepeat) throw new Error("an event's work was done twice");
    }
  }

  /** Runs everything until only unstepped work is left. */
  private async settle(): Promise<void> {
    do await turn();
    while (this.verifying > 0);
    await turn();
  }

  private async drain(): Promise<void> {
    await this.settle();
    for (let steps = 0; this.waiting.length > 0; steps += 1) {
      if (steps > ENDLESS) throw new Error("it never ends");
      await this.take(0)?.run();
      await this.settle();
      await this.checkRows();
    }
  }
}
