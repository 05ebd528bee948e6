import { describe, expect, it } from "vitest";
import { addLogo, changeLogo, LogoEntry, newLogo, removeLogo, setRules } from "@/lib/content";
import { LOGO_VARIANTS } from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import { fileRef } from "../../../support/documents";

const logo = (variant: LogoEntry["variant"] = "symbol") => newLogo({ id: newId(), variant, file: fileRef() });

describe("newLogo", () => {
  it.each(LOGO_VARIANTS)("creates a %s that can be published at once", (variant) => {
    expect(LogoEntry.safeParse(logo(variant)).success).toBe(true);
  });

  it("puts the negative logo on dark and the positive on light, and uses a given label", () => {
    expect(logo("logo_negative").background).toBe("dark");
    expect(logo("logo_positive").background).toBe("light");
    const named = newLogo({ id: newId(), variant: "other", file: fileRef(), label: "Stamp" });
    expect(named.label).toBe("Stamp");
  });
});

describe("editing logos", () => {
  const [a, b] = [logo(), logo("wordmark")];
  const logos = { items: [a, b], rules: ["Leave it alone"] };

  it("replaces the file and keeps the entry's id and position", () => {
    const file = fileRef({ mime: "image/svg+xml" });
    const { items } = changeLogo(logos, a.id, { file });
    expect(items).toEqual([{ ...a, file }, b]);
  });

  it("changes nothing if the entry was removed", () => {
    expect(changeLogo(logos, newId(), { label: "X" })).toBe(logos);
  });

  it("appends an entry and removes one", () => {
    expect(removeLogo(addLogo(logos, logo("favicon")), b.id).items.map(({ variant }) => variant)).toEqual([
      "symbol",
      "favicon",
    ]);
  });

  it("keeps the order of rules and drops empty lines", () => {
    expect(setRules(logos, [" One ", "", "  ", "Two"]).rules).toEqual(["One", "Two"]);
  });
});
