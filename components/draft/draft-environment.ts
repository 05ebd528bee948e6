/** What a draft session needs from the browser. Tests inject their own. */
export interface DraftEnvironment {
  /** Runs `task` after a delay. The returned function cancels it. */
  after: (delayMs: number, task: () => void) => () => void;
  /** Null where the browser forbids storage. */
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;
  /** Notifies other windows of this browser about changes to the draft. */
  tell: () => void;
  listen: (onTold: () => void) => () => void;
}

function openStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** Returns the browser's environment. Windows that edit the same draft share `name`. */
export function browserEnvironment(name: string): DraftEnvironment {
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name);
  return {
    after(delayMs, task) {
      const timer = setTimeout(task, delayMs);
      return () => clearTimeout(timer);
    },
    storage: openStorage(),
    tell: () => channel?.postMessage("changed"),
    listen(onTold) {
      channel?.addEventListener("message", onTold);
      return () => channel?.removeEventListener("message", onTold);
    },
  };
}

/** A no-op environment for server rendering. */
export const noEnvironment: DraftEnvironment = {
  after: () => () => undefined,
  storage: null,
  tell: () => undefined,
  listen: () => () => undefined,
};
