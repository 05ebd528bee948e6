import { getDocumentProxy } from "unpdf";
import { beforeAll, describe, expect, it } from "vitest";
import { codeSizeOf, Table } from "@/lib/api/docs/api-document/parts/table";
import { allChapters, renderApiDocument } from "@/lib/api/docs/api-document/render-api-document";
import { CONTENT_WIDTH, MONO_ADVANCE, PAGE } from "@/lib/api/docs/api-document/theme";
import { makeGuide } from "@/lib/api/docs/guide/pages";
import { webhooks } from "@/lib/api/docs/webhook-catalogue";
import { ERROR_STATUS, type Operation, operations, WEBHOOK_TOLERANCE_SECONDS } from "@/lib/contract";
import { MAX_ATTEMPTS } from "@/lib/integrations/webhooks/after-failure";
import { inForm } from "@/tests/support/in-form";

/** Rendering everything takes many seconds, so the short form uses each chapter's first sections. */
const chapters = inForm({
  short: allChapters.map((chapter) => ({ ...chapter, sections: chapter.sections.slice(0, 2) })),
  full: allChapters,
});
const NOW = new Date("2026-03-14T09:26:53.589Z");
const titles = new Set(chapters.flatMap(({ sections }) => sections.map(({ title }) => title)));
const printed = Object.values<Operation>(operations).filter(({ summary }) => titles.has(summary));

interface Run {
  text: string;
  left: number;
  right: number;
  top: number;
  size: number;
}

let bytes: Uint8Array<ArrayBuffer>;
let pdf: Awaited<ReturnType<typeof getDocumentProxy>>;
/** Lines of each page from the top. Index 1 is the first page. */
let pages: string[][];
let runs: Run[][];

async function runsOf(pageNumber: number): Promise<Run[]> {
  const { items } = await (await pdf.getPage(pageNumber)).getTextContent();
  return items.flatMap((item) => {
    if (!("str" in item) || item.str.trim() === "") return [];
    const [, , , size, left, bottom] = item.transform as number[];
    const start = left ?? 0;
    return [
      { text: item.str, left: start, right: start + item.width, top: PAGE.height - (bottom ?? 0), size: size ?? 0 },
    ];
  });
}

/** In points. Titles are larger. */
const LARGEST_IN_TABLES = 9;

/** Text runs with baselines this close, in points, are on one line. */
const SAME_LINE = 3;

function linesOf(found: readonly Run[]): string[] {
  const lines: Run[][] = [];
  for (const run of [...found].sort((a, b) => a.top - b.top)) {
    const line = lines.at(-1);
    if (line && run.top - (line[0]?.top ?? 0) < SAME_LINE) line.push(run);
    else lines.push([run]);
  }
  return lines.map((line) =>
    line
      .sort((a, b) => a.left - b.left)
      .map(({ text }) => text)
      .join(" "),
  );
}

/** All text without spaces, because a line can break anywhere. */
const squeezed = (text: string) => text.replaceAll(/\s+/g, "");
const pageText = (number: number) => squeezed((pages[number] ?? []).join(""));
const allText = () => squeezed(pages.flat().join(""));

/** The table of contents: each title with its page. */
function contents(): Map<string, number> {
  const end = pages.findIndex((lines) => lines.includes("Chapter 1"));
  const entries = pages.slice(2, end).flatMap((lines) =>
    lines.flatMap((line) => {
      const [, title, page] = /^(?:\d+ )?(.+) (\d+)$/.exec(line) ?? [];
      return title && page && !title.startsWith("Version 1.0.0") ? [[title, Number(page)] as const] : [];
    }),
  );
  return new Map(entries);
}

interface ElementLike {
  type: unknown;
  props: Record<string, unknown>;
}

/** A table without its header, which repeats on each page. */
function withoutHead(table: Parameters<typeof Table>[0]): Parameters<typeof Table>[0] {
  const head = table.columns
    .map(({ title }) => title.map((part) => ("text" in part ? part.text : "")).join(""))
    .join(" ");
  return TABLE_HEADS.includes(head)
    ? { ...table, columns: table.columns.map((column) => ({ ...column, title: [] })) }
    : table;
}

/** All text of an element tree. Calls components, which use no hooks. */
function textsOf(node: unknown): string[] {
  if (typeof node === "string" || typeof node === "number") return [String(node)];
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (typeof node !== "object" || node === null || !("props" in node)) return [];
  const { type, props } = node as ElementLike;
  if (type === Table) return textsOf(Table(withoutHead(props as unknown as Parameters<typeof Table>[0])));
  return textsOf(typeof type === "function" ? type(props) : props.children);
}

/** Counts each character except spaces. */
function characters(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const character of squeezed(texts.join(""))) counts[character] = (counts[character] ?? 0) + 1;
  return counts;
}

/** Table headers, which repeat on each page that a table continues on. */
const TABLE_HEADS = [
  "Field Type Required Description and constraints",
  "Field Type Present Description and constraints",
  "Name In Type Required Description and constraints",
  "Status Code When",
  "What Rule",
  "Message What to do",
  "Kit Date What changed",
  "Operation Method Path Credential",
  "Credential Form Accepted by",
];

/** True between a page's header and footer. */
const isInFlow = (top: number) => top > PAGE.top && top < PAGE.height - PAGE.bottom + 4;

/** A page's text without header, footer and repeated table headers. */
function flowOf(number: number): string[] {
  const found = (runs[number] ?? []).filter(({ top }) => isInFlow(top));
  return linesOf(found).filter((line) => !TABLE_HEADS.includes(line));
}

interface Bookmark {
  title: string;
  items: Bookmark[];
}

beforeAll(async () => {
  bytes = await renderApiDocument(NOW, chapters);
  pdf = await getDocumentProxy(bytes.slice());
  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
  runs = [[], ...(await Promise.all(numbers.map(runsOf)))];
  pages = runs.map(linesOf);
});

describe("the API document", () => {
  it("lists each chapter and section with its page in the table of contents", () => {
    const listed = contents();
    for (const { title, sections } of chapters) {
      const page = listed.get(title) ?? 0;
      expect(pages[page], title).toContain(title);
      expect(pages[page]?.some((line) => line.startsWith("Chapter "))).toBe(true);
      for (const section of sections) {
        const standsOn = listed.get(section.title) ?? 0;
        expect(standsOn, section.title).toBeGreaterThanOrEqual(page);
        expect(pages[standsOn], section.title).toContain(section.title);
      }
    }
  });

  it("has the chapters that an integrator needs", () => {
    const titles = chapters.map(({ title }) => title);
    expect(titles).toEqual(
      expect.arrayContaining([
        "Authentication",
        "Conventions and errors",
        "Limits and retries",
        "Webhooks",
        "Versioning",
        "Operations",
      ]),
    );
  });

  it("links each line of the table of contents to its page", async () => {
    const listed = [...contents().values()];
    const end = pages.findIndex((lines) => lines.includes("Chapter 1"));
    const targets: number[] = [];
    for (let number = 2; number < end; number += 1) {
      const annotations = await (await pdf.getPage(number)).getAnnotations();
      const links = annotations.filter(({ dest }) => dest).sort((a, b) => b.rect[1] - a.rect[1]);
      for (const { dest } of links) {
        const [reference] = (await pdf.getDestination(dest)) ?? [];
        targets.push((await pdf.getPageIndex(reference)) + 1);
      }
    }
    expect(targets).toEqual(listed);
  });

  it("has bookmarks for chapters and their sections", async () => {
    const outline = (await pdf.getOutline()) as unknown as Bookmark[];
    const found = outline
      .slice(2)
      .map(({ title, items }) => [title.replace(/^\d+ +/, ""), items.map((item) => item.title)]);
    expect(found).toEqual(chapters.map(({ title, sections }) => [title, sections.map((section) => section.title)]));
  });

  it("numbers all pages except the first, and has no empty page", () => {
    for (let number = 2; number < pages.length; number += 1) {
      expect(pages[number]?.at(-1)).toBe(`Version 1.0.0 Page ${number} of ${pdf.numPages}`);
      expect(pages[number]?.length, `page ${number}`).toBeGreaterThan(4);
    }
  });

  it("leaves less than half of a page empty except at a chapter's end, because chapters start on new pages", {
    tags: ["full"],
  }, () => {
    const lowest = (number: number) => Math.max(0, ...(runs[number] ?? []).map(({ top }) => top).filter(isInFlow));
    const isFull = (number: number) => lowest(number) > PAGE.top + (PAGE.height - PAGE.top - PAGE.bottom) / 2;
    const begins = (number: number) => (pages[number] ?? ["Chapter"]).some((line) => line.startsWith("Chapter "));
    const first = pages.findIndex((lines) => lines.includes("Chapter 1"));
    const numbers = Array.from({ length: pages.length - first - 1 }, (_, index) => first + index);
    expect(numbers.filter((number) => !isFull(number) && !begins(number + 1))).toEqual([]);
    expect(numbers.filter(isFull).length).toBeGreaterThan(0.85 * numbers.length);
  });

  it.each(chapters.map((chapter, index) => [chapter.title, chapter, index] as const))(
    "prints the whole chapter %s without repetition",
    (title, chapter, index) => {
      const start = contents().get(title) ?? 0;
      const end = contents().get(chapters[index + 1]?.title ?? "") ?? pages.length;
      const flow = Array.from({ length: end - start }, (_, offset) => flowOf(start + offset)).flat();
      const written = [`Chapter ${index + 1}`, title, ...textsOf(chapter.lead)];
      for (const section of chapter.sections)
        written.push(section.title, ...textsOf(section.below), ...textsOf(section.body));
      expect(characters(flow)).toEqual(characters(written));
    },
  );

  it("keeps all text within the margins", () => {
    const outside = runs
      .flat()
      .filter(({ left, right }) => left < PAGE.left - 1 || right > PAGE.width - PAGE.right + 1);
    expect(outside).toEqual([]);
    const inFlow = runs
      .slice(2)
      .flat()
      .filter(({ size, top }) => size > 8 && top > PAGE.top);
    expect(inFlow.filter(({ top }) => top > PAGE.height - PAGE.bottom + 2)).toEqual([]);
  });

  it("keeps code legible and inside its column in every table", () => {
    const cells = makeGuide()
      .flatMap(({ lead, sections }) => [...lead, ...sections.flatMap(({ parts }) => parts)])
      .flatMap((part) =>
        part.kind === "table"
          ? part.rows.flatMap((row) =>
              [...row.entries()].map(([index, cell]) => ({ cell, percent: part.columns[index]?.percent ?? 0 })),
            )
          : [],
      );
    const faults = cells.flatMap(({ cell, percent }) => {
      const size = codeSizeOf(cell, percent);
      const words = cell.flatMap((part) => (part.kind === "code" ? part.text.split(" ") : []));
      const room = (CONTENT_WIDTH * percent) / 100 - 8;
      return words.filter(({ length }) => length * MONO_ADVANCE * size > room || size < 6.5);
    });
    expect(cells.length).toBeGreaterThan(500);
    expect(faults).toEqual([]);
  });

  it("never ends a page with a heading or a table's header", () => {
    const heads = [
      "Status Code When",
      "Field Type Required",
      "Field Type Present",
      "Name In Type",
      "Parameters",
      "Request body",
      "Response 200",
      "Errors",
      "Example",
    ];
    const titles = chapters.flatMap(({ sections }) => sections.map(({ title }) => title));
    const first = pages.findIndex((lines) => lines.includes("Chapter 1"));
    for (const [number, lines] of pages.entries()) {
      if (number < first) continue;
      const last = lines.at(-2) ?? "";
      expect(heads.filter((head) => last.startsWith(head))).toEqual([]);
      // A cell can end with a schema's name, which is also its section's title.
      const isTitle = runs[number]?.some(({ text, size }) => text === last && size > LARGEST_IN_TABLES);
      expect(isTitle ? titles : []).not.toContain(last);
    }
  });

  it("embeds every font it uses", () => {
    const source = Buffer.from(bytes).toString("latin1");
    const fonts = new Set(
      [...source.matchAll(/\/BaseFont \/(\S+)/g)].map(([, name]) => name?.replace(/^[A-Z]{6}\+/, "")),
    );
    expect([...fonts].sort()).toEqual(["Geist-Regular", "Geist-SemiBold", "GeistMono-Regular", "GeistMono-SemiBold"]);
    expect([...source.matchAll(/\/FontFile[23]? /g)]).toHaveLength(fonts.size);
  });

  it("has a title, author, subject, language and date", async () => {
    const info: Record<string, unknown> = { ...(await pdf.getMetadata()).info };
    expect(info.Title).toBe("Brand Identity Hub API documentation");
    expect(info.Author).toBe("Brand Identity Hub");
    expect(info.Subject).toContain("1.0.0");
    expect(info.Language).toBe("en-GB");
    expect(pages[1]?.join(" ")).toContain("as HTML, at /docs on every hub");
    expect(info.CreationDate).toContain("20260314092653");
    expect(pages[1]).toContain("As of 14 March 2026");
  });

  it("is byte-identical for the same day and contract", { tags: ["full"] }, async () => {
    expect(Buffer.compare(Buffer.from(await renderApiDocument(NOW, chapters)), Buffer.from(bytes))).toBe(0);
  });

  it("names every error code with its status, and every webhook header", { tags: ["full"] }, () => {
    const lines = pages.flat();
    for (const [code, status] of Object.entries(ERROR_STATUS)) {
      expect(
        lines.some((line) => line.startsWith(`${code} ${status} `)),
        code,
      ).toBe(true);
    }
    for (const { name } of webhooks.flatMap(({ headers }) => headers)) expect(allText()).toContain(name);
  });

  it("has the numbers from the code", { tags: ["full"] }, () => {
    expect(allText()).toContain(squeezed(`${MAX_ATTEMPTS} in all, over about 3 days`));
    expect(allText()).toContain(squeezed(`over ${WEBHOOK_TOLERANCE_SECONDS} seconds away from your clock`));
    expect(allText()).toContain(squeezed("Requests 60 in any rolling minute"));
  });
});

describe.each(printed.map((operation) => [operation.id, operation] as const))(
  "the API document on %s",
  (_id, operation) => {
    /** Text from the operation's heading to the next operation's. */
    function textOf(): string {
      const listed = contents();
      const titles = [...listed.keys()];
      const start = listed.get(operation.summary) ?? 0;
      const end = listed.get(titles[titles.indexOf(operation.summary) + 1] ?? "") ?? pages.length - 1;
      return Array.from({ length: end - start + 1 }, (_, index) => pageText(start + index)).join("");
    }

    it("has its method, path, texts, parameters and errors", () => {
      const text = textOf();
      expect(text).toContain(squeezed(`${operation.summary}${operation.method}${operation.path}`));
      expect(text).toContain(squeezed(operation.description.replaceAll("`", "")));
      for (const name of Object.keys({ ...operation.params?.shape, ...operation.query?.shape }))
        expect(text).toContain(name);
      for (const name of Object.keys(operation.headers?.shape ?? {})) expect(text.toLowerCase()).toContain(name);
      for (const when of Object.values(operation.errors)) expect(text).toContain(squeezed(when.replaceAll("`", "")));
    });

    it("has a curl command for each example", () => {
      const text = textOf();
      const params: Record<string, string> = operation.examples[0]?.request?.params ?? {};
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? "");
      expect(text).toContain(
        `curl${operation.method === "GET" ? "" : `-X${operation.method}`}'https://hub.example.com${path}'`,
      );
      for (const { title } of operation.examples) expect(text).toContain(squeezed(`Example: ${title}`));
    });
  },
);
