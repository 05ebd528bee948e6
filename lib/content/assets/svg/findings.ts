export type FindingKind = keyof typeof SENTENCES;

const SENTENCES = {
  script: (names: string) => `Removed scripts (${names}).`,
  handler: (names: string) => `Removed event handlers (${names}).`,
  reference: (names: string) => `Removed external references (${names}).`,
  animation: (names: string) => `Removed animation (${names}).`,
  element: (names: string) => `Removed unsupported elements (${names}).`,
  attribute: (names: string) => `Removed unsupported attributes (${names}).`,
  style: (names: string) => `Removed unsupported style rules (${names}).`,
  instruction: (names: string) => `Removed processing instructions (${names}).`,
  doctype: () => "Removed the DOCTYPE.",
  comment: () => "Removed comments.",
  text: () => "Removed stray text between elements.",
} as const;

const MAX_NAMES = 8;
const MAX_NAME_LENGTH = 40;

/** One sentence per kind, in a fixed order. */
export class Findings {
  readonly #names = new Map<FindingKind, Set<string>>();

  add(kind: FindingKind, name = ""): void {
    const names = this.#names.get(kind) ?? new Set();
    names.add(name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name);
    this.#names.set(kind, names);
  }

  sentences(): string[] {
    const kinds = Object.keys(SENTENCES) as FindingKind[];
    return kinds.flatMap((kind) => {
      const names = this.#names.get(kind);
      return names === undefined ? [] : [SENTENCES[kind](list([...names]))];
    });
  }
}

function list(names: string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(", ");
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}
