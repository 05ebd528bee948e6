/** Pages of the headings, known once the document has been laid out. */
export class PageNumbers {
  readonly #pages = new Map<string, number>();

  /** Notes where a heading came to stand; the last note wins. */
  record(id: string, page: number): void {
    this.#pages.set(id, page);
  }

  /** The page of a heading, or null before the first layout. */
  find(id: string): number | null {
    return this.#pages.get(id) ?? null;
  }

  /** True when both saw every heading on the same page. */
  equals(other: PageNumbers): boolean {
    return this.#pages.size === other.#pages.size && [...this.#pages].every(([id, page]) => other.find(id) === page);
  }
}
