import { describe, expect, it } from "vitest";
import { addLogo, changeLogo, LogoEntry, newLogo, removeLogo, setRules } from "@/lib/content";
import { LOGO_VARIANTS } from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import { fileRef } from "../../../support/documents";

const logo = (variant: LogoEntry["variant"] = "symbol") => newLogo({ id: newId(), variant, file: fileRef() });

describe("newLogo", () => {
  it.each(LOGO_VARIANTS)("starts a %s as an entry that can be published at once", (variant) => {
    expect(LogoEntry.safeParse(logo(variant)).success).toBe(true);
  });

  it("puts the negative logo on dark, the positive on light, and takes a label where there is one", () => {
    expect(logo("logo_negative").background).toBe("dark");
    expect(logo("logo_positive").background).toBe("light");
    const named = newLogo({ id: newId(), variant: "other", file: fileRef(), label: "Stamp" });
    expect(named.label).toBe("Stamp");
  });
});

describe("editing logos", () => {
  const [a, b] = [logo(), logo("wordmark")];
  const logos = { items: [a, b], rules: ["Leave it alone"] };

  it("replaces the file and keeps the entry's id and place", () => {
    const file = fileRef({ mime: "image/svg+xml" });
    const { items } = changeLogo(logos, a.id, { file });
    expect(items).toEqual([{ ...a, file }, b]);
  });

  it("leaves everything as it is when the entry is gone meanwhile", () => {
    expect(changeLogo(logos, newId(), { label: "X" })).toBe(logos);
  });

  it("adds at the end and removes one", () => {
    expect(removeLogo(addLogo(logos, logo("favicon")), b.id).items.map(({ variant }) => variant)).toEqual([
      "symbol",
      "favicon",
    ]);
  });

  it("keeps rules in their order and leaves out lines that say nothing", () => {
    expect(setRules(logos, [" One ", "", "  ", "Two"]).rules).toEqual(["One", "Two"]);
  });
});
