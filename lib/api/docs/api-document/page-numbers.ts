export class PageNumbers {
  readonly #pages = new Map<string, number>();

  record(id: string, page: number): void {
    this.#pages.set(id, page);
  }

  find(id: string): number | null {
    return this.#pages.get(id) ?? null;
  }

  equals(other: PageNumbers): boolean {
    return this.#pages.size === other.#pages.size && [...this.#pages].every(([id, page]) => other.find(id) === page);
  }
}
