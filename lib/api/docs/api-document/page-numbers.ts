/** Pages of the headings, known after layout. */
export class PageNumbers {
  readonly #pages = new Map<string, number>();

  /** The last record of a heading wins. */
  record(id: string, page: number): void {
    this.#pages.set(id, page);
  }

  /** Null before the first layout. */
  find(id: string): number | null {
    return this.#pages.get(id) ?? null;
  }

  equals(other: PageNumbers): boolean {
    return this.#pages.size === other.#pages.size && [...this.#pages].every(([id, page]) => other.find(id) === page);
  }
}
