import { describe, expect, it } from "vitest";
import { howItWentLive } from "@/components/shell/live/listen";

const said = (publishedBy: string | null, byYou: boolean, scheduled: boolean) =>
  howItWentLive({ publishedBy, byYou, scheduled }, 3).replace(/[\u2066-\u2069]/g, "");

describe("the notice of a newer version", () => {
  it.each([
    ["Ada", true, true, "Your scheduled publish went live."],
    ["Ada", false, true, "Ada’s scheduled publish went live."],
    [null, false, true, "A scheduled publish went live."],
    ["Ada", true, false, "You published it in another window."],
    ["Ada", false, false, "Ada published it while you had version 3 open."],
    [null, false, false, "A former member published it while you had version 3 open."],
  ])("by %s (you: %s, scheduled: %s): %s", (name, byYou, scheduled, sentence) => {
    expect(said(name, byYou, scheduled)).toBe(sentence);
  });
});
