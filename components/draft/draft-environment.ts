/** What a draft session needs from the browser. Tests inject their own. */
export interface DraftEnvironment {
  /** Runs `task` after a delay. The returned function cancels it. */
  after: (delayMs: number, task: () => void) => () => void;
  /** Null where the browser forbids storage. */
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;
  /** Notifies other windows of this browser about changes to the draft. */
  notify: () => void;
  listen: (onMessage: () => void) => () => void;
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
    notify: () => channel?.postMessage("changed"),
    listen(onMessage) {
      channel?.addEventListener("message", onMessage);
      return () => channel?.removeEventListener("message", onMessage);
    },
  };
}

export const noEnvironment: DraftEnvironment = {
  after: () => () => undefined,
  storage: null,
  notify: () => undefined,
  listen: () => () => undefined,
};
