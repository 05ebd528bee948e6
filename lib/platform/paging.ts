import { type AnyColumn, asc, desc, gt, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { Slug, Uuid } from "@/lib/contract";
import { BadRequest } from "./errors";

/** Fits what a page takes to draw: on phones each entry is a card. */
const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;

/** Which page of a list: the one after the cursor of the page before, the one before another's cursor, or the first. */
export interface PageRequest {
  after?: string | null;
  /** Only lists from newest to oldest go back. */
  before?: string | null;
  /** Entries on the page, 1 to 100; 25 when left out. */
  limit?: number;
}

/** One page, and the cursors to ask with for the page after it, and for the one before it; null on the last, and on the first. */
export interface Page<Entry> {
  entries: Entry[];
  next: string | null;
  /** Absent where a list does not go back. */
  previous?: string | null;
}

const limitOf = ({ limit = DEFAULT_LIMIT }: PageRequest): number =>
  Math.min(Math.max(1, Math.trunc(limit) || DEFAULT_LIMIT), MAX_LIMIT);

/** How many rows to ask the database for: one more than the page has, to know whether another follows. */
export const rowsToRead = (request: PageRequest): number => limitOf(request) + 1;

/** Makes a page of the rows read; `cursorOf` names the place of a row in the list's order. */
export function cutPage<Row, Entry>(
  rows: readonly Row[],
  request: PageRequest,
  cursorOf: (row: Row) => string,
  toEntry: (row: Row) => Entry,
): Page<Entry> {
  const limit = limitOf(request);
  const more = rows.length > limit;
  // Backwards they were read from the cursor on.
  const shown = request.before ? rows.slice(0, limit).reverse() : rows.slice(0, limit);
  const [first, last] = [shown.at(0), shown.at(-1)];
  return {
    entries: shown.map(toEntry),
    next: last !== undefined && (request.before || more) ? cursorOf(last) : null,
    previous: first !== undefined && (request.before ? more : request.after) ? cursorOf(first) : null,
  };
}

/** Stands between the parts of a place; no text of the database has it. */
const BETWEEN = "\0";

/** The cursor of a row: the values that the list is ordered by, opaque to whoever hands it back. */
export const cursorOf = (...place: readonly string[]): string => Buffer.from(place.join(BETWEEN)).toString("base64url");

/** The place that the page's cursor names, in the form of the list's; null for the first page. @throws BadRequest for any other cursor */
export function placeOf<Place>({ after, before }: PageRequest, form: z.ZodType<Place>): Place | null {
  const cursor = before || after;
  if (!cursor) return null;
  const place = form.safeParse(Buffer.from(cursor, "base64url").toString().split(BETWEEN));
  if (!place.success) throw new BadRequest("The page's cursor is not one of this list.");
  return place.data;
}

const MomentAndId = z.tuple([z.iso.datetime({ precision: 3 }), Uuid]);

/** The cursor of a row in a list from newest to oldest; rows of the same moment are told apart by their id. */
export const momentCursor = (at: Date, id: string): string => cursorOf(at.toISOString(), id);

/**
 * Limits a list from newest to oldest to what follows the cursor, or comes before it; nothing for the first page. Order by the same two columns, both
 * descending, or by `newestFirst` where the list goes back.
 * @throws BadRequest for a cursor that no page gave
 */
export function beforeCursor(request: PageRequest, at: AnyColumn, id: AnyColumn): SQL | undefined {
  const place = placeOf(request, MomentAndId);
  if (!place) return undefined;
  return request.before
    ? sql`(${at}, ${id}) > (${place[0]}::timestamptz, ${place[1]}::uuid)`
    : sql`(${at}, ${id}) < (${place[0]}::timestamptz, ${place[1]}::uuid)`;
}

/** The order of a list from newest to oldest, read backwards where the page before a cursor is asked for. */
export const newestFirst = ({ before }: PageRequest, ...columns: AnyColumn[]): SQL[] =>
  columns.map((column) => (before ? asc(column) : desc(column)));

/** Limits a list in the order of its slugs to what follows the cursor, which is `cursorOf(slug)`. @throws BadRequest for another */
export function afterSlug(request: PageRequest, slug: AnyColumn): SQL | undefined {
  const place = placeOf(request, z.tuple([Slug]));
  return place ? gt(slug, place[0]) : undefined;
}

/** A pattern for `ilike` that finds the text anywhere; what would be a wildcard stands for itself, NUL is left out. */
export const containing = (text: string): string => `%${text.replaceAll("\0", "").replaceAll(/[\\%_]/g, "\\$&")}%`;

const lowerAscii = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Finds the text anywhere in one of the columns of identifiers: letters of ASCII in any case, others as they are written. Where
 * every row has to be read it takes a fifth of the time of `ilike`.
 */
export function anyHolds(columns: AnyColumn[], text: string): SQL {
  const pattern = containing(lowerAscii(text));
  const found = or(...columns.map((column) => sql`lower(${column} collate "C") like ${pattern}`));
  // The planner takes a `case` for half of all rows, where it would take the bare condition for next to none, read every row
  // and sort what it found: so it goes along the list's order, and stops when the page is full.
  return sql`case when ${found} then true else false end`;
}
