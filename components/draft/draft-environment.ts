/** What a draft session needs of the browser; tests bring their own. */
export interface DraftEnvironment {
  /** Runs `task` after a while, unless the returned function is called before. */
  after: (delayMs: number, task: () => void) => () => void;
  /** Keeps texts on this computer; null where the browser forbids it. */
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;
  /** Tells the other windows of this browser that the draft changed; `listen` hears of theirs. */
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

/** The browser as a draft session sees it; `name` is shared by the windows that edit the same draft. */
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

/** An environment that does nothing, for rendering on the server. */
export const noEnvironment: DraftEnvironment = {
  after: () => () => undefined,
  storage: null,
  tell: () => undefined,
  listen: () => () => undefined,
};
