import type { DraftActions, DraftEnvironment } from "@/components/draft/draft-environment";
import { DraftSession } from "@/components/draft/draft-session";
import { HubError } from "@/lib/platform/errors";
import { StaleDraft, StaleEdit } from "@/lib/publishing";
import {
  cancelPublish,
  discardDraft,
  listReviewers,
  mergeDraft,
  openDraft,
  previewRebase,
  publishDraft,
  rebaseDraft,
  requestReview,
  saveDraft,
  schedulePublish,
} from "@/lib/publishing/server";
import type { Ctx } from "@/lib/runtime/context";
import type { FormResult } from "@/lib/web/actions/form-result";

export interface Network {
  online: boolean;
  /** Actions that reached the hub, in order. */
  calls: string[];
  /** Holds responses back until the returned function is called. */
  hold: () => () => void;
}

function openNetwork(): Network & { pass: <T>(name: string, run: () => Promise<T>) => Promise<T> } {
  let gate: Promise<void> = Promise.resolve();
  const network = {
    online: true,
    calls: [] as string[],
    hold() {
      let release = () => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    async pass<T>(name: string, run: () => Promise<T>): Promise<T> {
      if (!network.online) throw new TypeError("Failed to fetch");
      network.calls.push(name);
      const answer = await run();
      await gate;
      return answer;
    },
  };
  return network;
}

/** Converts errors like the server actions: rule violations become results, a stale draft becomes `"stale"`. */
async function answer<T>(run: () => Promise<T>): Promise<FormResult<T | "stale">> {
  try {
    return { status: "ok", data: await run() };
  } catch (error) {
    if (error instanceof StaleDraft || error instanceof StaleEdit) return { status: "ok", data: "stale" };
    if (error instanceof HubError) return { status: "error", message: error.message, field: error.field };
    throw error;
  }
}

/** Browser timers and storage that a test controls. */
export function fakeBrowser() {
  const kept = new Map<string, string>();
  const timers = new Set<{ task: () => void; delayMs: number }>();
  const listeners = new Set<() => void>();
  return {
    kept,
    /** Delays of pending timers, shortest first. */
    waiting: () => [...timers].map(({ delayMs }) => delayMs).sort((a, b) => a - b),
    /** Fires the timer with the shortest delay. */
    elapse() {
      const [next] = [...timers].sort((a, b) => a.delayMs - b.delayMs);
      if (!next) throw new Error("no timer waits");
      timers.delete(next);
      next.task();
    },
    window(): DraftEnvironment {
      const own = new Set<() => void>();
      return {
        after(delayMs, task) {
          const timer = { task, delayMs };
          timers.add(timer);
          return () => timers.delete(timer);
        },
        storage: {
          getItem: (key) => kept.get(key) ?? null,
          setItem: (key, value) => void kept.set(key, value),
          removeItem: (key) => void kept.delete(key),
        },
        notify() {
          for (const listener of listeners) if (!own.has(listener)) listener();
        },
        listen(onMessage) {
          listeners.add(onMessage);
          own.add(onMessage);
          return () => listeners.delete(onMessage);
        },
      };
    },
  };
}

/**
 * A browser window in which this user edits a brand's draft through the real use cases. `at` returns the context of
 * each call.
 */
export async function openWindow(
  at: () => Ctx,
  brandId: string,
  browser: ReturnType<typeof fakeBrowser> = fakeBrowser(),
): Promise<{ session: DraftSession; network: Network; browser: ReturnType<typeof fakeBrowser> }> {
  const network = openNetwork();
  const through =
    <Input, T>(name: string, verb: (ctx: Ctx, input: Input) => Promise<T>) =>
    (input: Input) =>
      network.pass(name, () => answer(() => verb(at(), input)));
  const actions: DraftActions = {
    load: through("load", (ctx, id: string) => openDraft(ctx, { brandId: id })) as DraftActions["load"],
    save: through("save", saveDraft),
    merge: through("merge", async (ctx, edited) => {
      await mergeDraft(ctx, edited);
      return openDraft(ctx, { brandId: edited.brandId });
    }),
    publish: through("publish", async (ctx, input) => {
      const { version, changes, toolsNotified } = await publishDraft(ctx, input);
      return { version, changed: changes.length > 0, toolsNotified, state: await openDraft(ctx, { brandId }) };
    }),
    schedule: through("schedule", async (ctx, input) => {
      await schedulePublish(ctx, input);
      return openDraft(ctx, { brandId });
    }),
    unschedule: through("unschedule", async (ctx, id) => {
      await cancelPublish(ctx, { brandId: id });
      return openDraft(ctx, { brandId: id });
    }) as DraftActions["unschedule"],
    reviewers: through("reviewers", listReviewers) as DraftActions["reviewers"],
    requestReview: through("requestReview", async (ctx, request) => {
      await requestReview(ctx, request);
      return openDraft(ctx, { brandId });
    }) as DraftActions["requestReview"],
    discard: through("discard", async (ctx, id) => {
      await discardDraft(ctx, { brandId: id });
      return openDraft(ctx, { brandId: id });
    }) as DraftActions["discard"],
    previewRebase: through("previewRebase", async (ctx, id) => {
      const { conflicts, revision } = await previewRebase(ctx, { brandId: id });
      return { conflicts, revision, state: await openDraft(ctx, { brandId: id }) };
    }),
    rebase: through("rebase", async (ctx, input) => {
      await rebaseDraft(ctx, input);
      return openDraft(ctx, { brandId });
    }),
  };
  return { session: new DraftSession(await openDraft(at(), { brandId }), actions, browser.window()), network, browser };
}
