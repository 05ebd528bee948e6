import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stepTo } from "@/components/ui/step-to";

interface Entry {
  url: string;
  state: Record<string, unknown> | null;
}

/** A window whose history goes back asynchronously, like a browser's. */
function fakeWindow(start: string) {
  const entries: Entry[] = [{ url: start, state: null }];
  let at = 0;
  const events = new EventTarget();
  const travel = (delta: number) =>
    setTimeout(() => {
      at += delta;
      events.dispatchEvent(new Event("popstate"));
    }, 5);
  const history = {
    get state() {
      return entries[at]?.state;
    },
    pushState(state: Entry["state"], _: string, url: string) {
      at += 1;
      entries.splice(at, entries.length, { url, state });
    },
    replaceState(state: Entry["state"], _: string, url: string) {
      entries[at] = { url, state };
    },
    back: vi.fn(() => void travel(-1)),
    forward: vi.fn(() => void travel(1)),
  };
  return {
    history,
    get location() {
      return new URL(entries[at]?.url ?? "/", "https://hub.example");
    },
    scrollX: 0,
    scrollY: 300,
    scrollTo: vi.fn(),
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    urls: () => entries.map(({ url }) => url),
    here: () => entries[at]?.url,
  };
}

let page: ReturnType<typeof fakeWindow>;
const open = (start: string) => {
  page = fakeWindow(start);
  vi.stubGlobal("window", page);
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (then: () => void) => then());
  open("/b/alder/identity");
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a step in the browser's history", () => {
  it("is shared by panels opened in turn, and undone when the last one closes", () => {
    stepTo("edit", "purpose", "");
    stepTo("edit", "values", "");
    expect(page.urls()).toEqual(["/b/alder/identity", "/b/alder/identity?edit=values"]);
    stepTo("edit", null, "");
    vi.runAllTimers();
    expect(page.here()).toBe("/b/alder/identity");
    expect(page.history.back).toHaveBeenCalledOnce();
    expect(page.scrollTo).toHaveBeenCalledWith(0, 300);
    stepTo("edit", "purpose", "");
    expect(page.urls()).toEqual(["/b/alder/identity", "/b/alder/identity?edit=purpose"]);
  });

  it("stays if the URL was opened from another page, to which Back leads", () => {
    open("/b/alder/identity?edit=purpose");
    stepTo("edit", null, "");
    expect(page.history.back).not.toHaveBeenCalled();
    expect(page.urls()).toEqual(["/b/alder/identity"]);
  });

  it("is not undone to a URL with another anchor or search", () => {
    open("/b/alder/identity#purpose");
    stepTo("edit", "values", "");
    stepTo("edit", null, "");
    expect(page.history.back).not.toHaveBeenCalled();
    expect(page.here()).toBe("/b/alder/identity");
    open("/b/alder/assets");
    stepTo("asset", "1");
    page.history.replaceState(page.history.state ?? null, "", "/b/alder/assets?asset=1&tag=winter");
    stepTo("asset", null);
    expect(page.history.back).not.toHaveBeenCalled();
    expect(page.here()).toBe("/b/alder/assets?tag=winter");
  });

  it("waits for a step being undone when another panel opens", () => {
    const heard: (string | undefined)[] = [];
    stepTo("dialog", "merge");
    stepTo("dialog", null);
    stepTo("dialog", "publish");
    expect(page.here()).toBe("/b/alder/identity?dialog=merge");
    page.addEventListener("popstate", () => heard.push(page.here()));
    vi.runAllTimers();
    expect(page.urls()).toEqual(["/b/alder/identity", "/b/alder/identity?dialog=publish"]);
    // Listeners never see the URL without the parameter.
    expect(heard).toEqual(["/b/alder/identity?dialog=publish"]);
  });

  it("is undone once however often requested, one parameter at a time", () => {
    stepTo("edit", "purpose");
    stepTo("dialog", "publish");
    stepTo("dialog", null);
    stepTo("dialog", null);
    vi.runAllTimers();
    expect(page.here()).toBe("/b/alder/identity?edit=purpose");
    stepTo("edit", null);
    vi.runAllTimers();
    expect(page.here()).toBe("/b/alder/identity");
    expect(page.history.back).toHaveBeenCalledTimes(2);
  });

  it("does not undo a navigation to another page", () => {
    stepTo("edit", "purpose");
    stepTo("edit", null);
    page.history.pushState(null, "", "/b/alder/palette");
    vi.runAllTimers();
    expect(page.history.forward).toHaveBeenCalledOnce();
    expect(page.here()).toBe("/b/alder/palette");
  });

  it("is replaced if the browser does not go back", () => {
    stepTo("edit", "purpose");
    page.history.back.mockImplementation(() => {});
    stepTo("edit", null);
    vi.runAllTimers();
    expect(page.here()).toBe("/b/alder/identity");
    stepTo("edit", "values");
    expect(page.here()).toBe("/b/alder/identity?edit=values");
  });
});
