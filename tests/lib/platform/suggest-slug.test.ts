import { describe, expect, it } from "vitest";
import { iconBrands } from "@/lib/brands/known/icon-brands";
import { Slug } from "@/lib/contract";
import { slugCandidates, suggestSlug } from "@/lib/platform/suggest-slug";

describe("suggestSlug", () => {
  it.each([
    ["Alder & Ash", "alder-and-ash"],
    ["  Café Zürich! ", "cafe-zurich"],
    ["Cafe\u0301", "cafe"],
    ["Ørsted", "orsted"],
    ["Straße", "strasse"],
    ["Þórr & Æsir", "thorr-and-aesir"],
    ["Łódź", "lodz"],
    ["İstanbul", "istanbul"],
    ["Газпром", "gazprom"],
    ["Ελλάδα", "ellada"],
    ["مرسيدس", "mrsyds"],
    ["شركة الاتصالات", "shrkh-alatsalat"],
    ["\uFEB7\uFEAE\uFEDB\uFE94", "shrkh"],
    ["أحمد وإخوانه", "ahmd-wikhwanh"],
    ["آسيا", "asya"],
    ["قناة العربية", "qnah-alrbyh"],
    ["عمان", "aman"],
    ["ایران", "ayran"],
    ["קרן אור", "krn-avr"],
    ["עברית", "avryt"],
    ["ישראל", "ysrl"],
    ["אִמָּא", "aima"],
    ["عـ1", "a1"],
    ["東京 Bank", "dongjing-bank"],
    ["ソニー", "soni"],
    ["삼성전자", "samseongjeonja"],
    ["नमस्ते", "nmste"],
    ["tado°", "tado"],
    ["!!! — ©", ""],
    ["a".repeat(80), "a".repeat(64)],
    [`${"a".repeat(63)} b`, "a".repeat(63)],
  ])("suggests for %j the slug %j", (name, slug) => expect(suggestSlug(name)).toBe(slug));

  it("keeps the slugs of imported brands", async () => {
    const before = (name: string) =>
      name
        .normalize("NFKD")
        .replace(/[\u0300-\u036f]/g, "")
        .toLowerCase()
        .replaceAll("&", " and ")
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-+|-+$/g, "");
    for (const { icon } of await iconBrands()) expect(suggestSlug(icon.title)).toBe(before(icon.title));
  });
});

describe("slugCandidates", () => {
  it("are valid and unique for every name", () => {
    for (const name of ["Birch", "🂡", "", "x".repeat(120), `${"a".repeat(61)} bc`]) {
      const candidates = slugCandidates(name, "brand");
      expect(new Set(candidates).size).toBe(candidates.length);
      for (const slug of candidates) expect(Slug.safeParse(slug).success, slug).toBe(true);
    }
  });
});
