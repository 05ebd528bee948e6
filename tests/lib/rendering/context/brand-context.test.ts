import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { countTokens as countCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as countO200k } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { importBrandFile } from "@/lib/brands/server";
import { type BrandDocument, BrandSnapshot } from "@/lib/content";
import { CONTEXT_TASKS, CONTEXT_TOKENS } from "@/lib/contract";
import { BadRequest } from "@/lib/platform/errors";
import { brandContext, CONTEXT_REVISION } from "@/lib/rendering/context/brand-context";
import { estimateTokens } from "@/lib/rendering/context/estimate-tokens";
import { brandsOf } from "@/tests/support/any-brand";
import { reversedKeys } from "@/tests/support/reversed-keys";

const url = "https://hub.example.com/api/public/v1/brand/by-id/0192f0c4-7a1e-7b3c-8d55-1f2e3d4c5b6a/versions/7";
const BUDGETS = [300, 500, 900, 1700, 3300, 8000];

const alder = BrandSnapshot.parse(JSON.parse(readFileSync("tests/fixtures/versions/alder.json", "utf8")));
const demoBrands = ["slow-ferry", "hullabarn", "torvane"].map((slug): BrandSnapshot => {
  const { document, name } = importBrandFile(readFileSync(`db/demo/${slug}/brand.json`, "utf8"));
  return { ...document, brand: { name: name ?? slug, slug } };
});

const count = (text: string) => Math.max(countO200k(text), countCl100k(text));

const read = (snapshot: BrandSnapshot, maxTokens: number, task: (typeof CONTEXT_TASKS)[number] = "write") =>
  brandContext(snapshot, { task, maxTokens, version: 7, url });

const itemsOf = (text: string) =>
  text
    .split("\n## Left out")[0]
    ?.split("\n")
    .filter((line) => line.startsWith("- ")) ?? [];

/** Contexts of a brand by budget, without those that are too small for its rules. */
const contextsOf = (snapshot: BrandSnapshot, task: (typeof CONTEXT_TASKS)[number]) =>
  BUDGETS.flatMap((maxTokens) => {
    try {
      return [{ maxTokens, ...read(snapshot, maxTokens, task) }];
    } catch (error) {
      if (error instanceof BadRequest) return [];
      throw error;
    }
  });

function expectBudgets(brands: readonly BrandDocument[]) {
  for (const [index, document] of brands.entries()) {
    const snapshot = { ...document, brand: { name: "Alder & Ash", slug: "alder-and-ash" } };
    const contexts = contextsOf(snapshot, CONTEXT_TASKS[index % CONTEXT_TASKS.length] ?? "write");
    for (const { markdown, tokens, maxTokens } of contexts) {
      const counted = count(markdown);
      expect({ index, counted, fits: counted <= tokens && tokens <= maxTokens }).toMatchObject({ fits: true });
    }
  }
}

describe("the budget", () => {
  it("is never exceeded by o200k or cl100k", () => expectBudgets(brandsOf(20)));
  it("is kept by 1,000 brands", { tags: ["full"] }, () => expectBudgets(brandsOf(1000)));

  it.each(CONTEXT_TASKS)("is used by 70% or more while there is more to say, for %s", (task) => {
    for (const snapshot of demoBrands) {
      const contexts = contextsOf(snapshot, task).filter(({ leftOut }) => leftOut.length > 0);
      expect(contexts.map(({ maxTokens }) => maxTokens)).toEqual(BUDGETS.slice(0, -1));
      for (const { markdown, maxTokens } of contexts) expect(count(markdown) / maxTokens).toBeGreaterThanOrEqual(0.7);
    }
  });

  it("too small for the rules gets the least that works", () => {
    const banned = Array.from({ length: 20 }, (_, index) => `a forbidden phrase, number ${index}`);
    const { identity } = alder;
    const persona = { ...identity.persona, vocabulary: { banned } };
    const strict = { ...alder, identity: { ...identity, persona } };
    let least = 0;
    try {
      read(strict, CONTEXT_TOKENS.min);
    } catch (error) {
      expect(error).toBeInstanceOf(BadRequest);
      least = Number(/Ask for at least (\d+)/.exec(String(error))?.[1]);
    }
    expect(() => read(strict, least - 1)).toThrow(`need ${least} tokens`);
    expect(read(strict, least).markdown).toContain("number 19”");
    const endless = { ...persona, vocabulary: { banned: banned.map((phrase) => phrase.repeat(50)) } };
    expect(() => read({ ...strict, identity: { ...identity, persona: endless } }, 8000)).toThrow("Read identity.md");
  });
});

describe("the estimate", () => {
  it.each([
    ["English", "Speak plainly, keep sentences short, and never promise what the harbour cannot keep.", 1.25],
    ["German", "Auf jeder Verpackung stehen die Chargennummer und der Name der Erzeugerin.", 1.35],
    ["French", "Chaque sachet porte le numéro de lot, parce que vous devez savoir d’où vient le café.", 1.4],
    ["Turkish", "Her pakette parti numarası ve üreticinin adı yazar, çünkü bilmelisiniz.", 1.35],
    ["Russian", "На каждой упаковке указаны номер партии, дата рейса и имя производителя.", 1.4],
    ["Greek", "Κάθε σακούλα φέρει τον αριθμό παρτίδας και το όνομα του παραγωγού.", 1.3],
    ["Arabic", "يحمل كل كيس رقم الدفعة وتاريخ العبور واسم المزارع.", 1.35],
    ["Hebrew", "על כל שקית מופיעים מספר האצווה ושם המגדל.", 1.35],
    ["Hindi", "हर थैले पर लॉट संख्या और किसान का नाम लिखा होता है।", 1.35],
    ["Thai", "ทุกถุงมีหมายเลขล็อต วันที่เดินทาง และชื่อผู้ปลูก", 1.35],
    ["Japanese", "すべての袋にロット番号と生産者の名前が書かれています。", 1.35],
    ["Chinese", "每个袋子上都印有批号、航行日期和种植者的姓名。", 1.4],
    ["Korean", "모든 봉투에는 로트 번호와 재배자의 이름이 적혀 있습니다.", 1.35],
    ["tokens", "- **md** (shadow): x 0, y 4 px, blur 12 px, #0b1d2a at 12.5 %\n- **Chalk** (background, #f7f3ea)", 1.3],
  ])("is just above the count for %s", (_, text, most) => {
    const ratio = estimateTokens(text) / count(text);
    expect(ratio).toBeGreaterThanOrEqual(1);
    expect(ratio).toBeLessThanOrEqual(most);
  });
});

describe("the text", () => {
  it("of a larger budget contains all items of a smaller one", () => {
    for (const snapshot of [...demoBrands, alder])
      for (const task of CONTEXT_TASKS) {
        const texts = contextsOf(snapshot, task).map(({ markdown }) => markdown.split("\n\n## Left out")[0] ?? "");
        for (const [index, text] of texts.entries()) expect(texts[index + 1] ?? text).toContain(text.trimEnd());
      }
  });

  it("has rules and forbidden words first, then what the task needs", () => {
    const [slowFerry] = demoBrands as [BrandSnapshot];
    const headings = (task: (typeof CONTEXT_TASKS)[number]) =>
      [...read(slowFerry, 8000, task).markdown.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(headings("write").slice(0, 4)).toEqual(["Must", "Voice", "Writing", "Brand"]);
    expect(headings("design").slice(0, 4)).toEqual(["Must", "Voice", "Palette", "Typography"]);
    expect(headings("code")).toContain("Foundations");
    const [name, words, instead, rule] = itemsOf(read(slowFerry, 500).markdown);
    expect(name).toBe("- The name is “Slow Ferry Coffee”.");
    expect(words).toContain("Never write: “artisanal”, “passion”");
    expect(instead).toContain("Write “lot 47”, not “our exciting new release”");
    expect(rule).toContain("**Boot-Topping**: Must never be combined with Port Light");
  });

  it("ends with what was left out and where it is", () => {
    const [slowFerry] = demoBrands as [BrandSnapshot];
    const { markdown, leftOut } = read(slowFerry, 500);
    expect(leftOut).toContain("Palette");
    expect(markdown.endsWith(`${leftOut.join(", ")}: ${url}\n`)).toBe(true);
    expect(read(slowFerry, 8000)).toMatchObject({ leftOut: [] });
  });

  it("ends after a whole sentence", () => {
    for (const snapshot of demoBrands)
      for (let maxTokens = 420; maxTokens < 900; maxTokens += 40) {
        const whole = read(snapshot, 8000).markdown;
        const part = read(snapshot, maxTokens).markdown.split("\n\n## Left out")[0] ?? "";
        expect(whole.startsWith(part)).toBe(true);
        expect(whole.slice(part.length)).toMatch(/^(?:\n| [^\p{Ll}\p{N}\s])/u);
      }
  });

  it("is in the language asked for, with its legal texts", () => {
    const identity = { ...alder.identity, locales: { de: { persona: { voice: { summary: "Klar und warm." } } } } };
    const legal = { boilerplate: { de: "Alder & Ash ist eine Marke.", en: "Alder & Ash is a brand." } };
    const german = brandContext(
      { ...alder, identity, legal },
      { task: "write", locale: "de-AT", maxTokens: 8000, version: 7, url },
    );
    expect(german.locale).toBe("de");
    expect(german.markdown).toContain("- Klar und warm.");
    expect(german.markdown).toContain("(German): Alder & Ash ist eine Marke.");
    expect(german.markdown).not.toContain("Alder & Ash is a brand.");
  });

  it("has the same bytes as long as the revision stays the same", () => {
    const digestOf = (snapshot: BrandSnapshot) =>
      createHash("sha256")
        .update(
          CONTEXT_TASKS.flatMap((task) => [350, 8000].map((max) => read(snapshot, max, task).markdown)).join("\n"),
        )
        .digest("hex")
        .slice(0, 16);
    expect({ revision: CONTEXT_REVISION, digest: digestOf(alder) }).toEqual({
      revision: 2,
      digest: "9dff16e9bf52a105",
    });
    expect(digestOf(reversedKeys(alder) as BrandSnapshot)).toBe(digestOf(alder));
  });
});
