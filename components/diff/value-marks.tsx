import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";

/** Removed text, struck through so that colour isn't the only sign. The hidden word must not set the text direction. */
export function Removed({ children }: { children: ReactNode }) {
  return (
    <del className="rounded-sm bg-danger-soft px-0.5 text-muted decoration-danger box-decoration-clone">
      <span dir="ltr" lang="en" className="sr-only">
        removed:{" "}
      </span>
      {children}
    </del>
  );
}

/** Added text, underlined so that colour isn't the only sign. */
export function Added({ children }: { children: ReactNode }) {
  return (
    <ins className="rounded-sm bg-success-soft px-0.5 decoration-success underline-offset-4 box-decoration-clone">
      <span dir="ltr" lang="en" className="sr-only">
        added:{" "}
      </span>
      {children}
    </ins>
  );
}

export function Became({ before, after }: { before: ReactNode; after: ReactNode }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Removed>{before}</Removed>
      <ArrowRight aria-hidden="true" className="size-3.5 text-faint" />
      <Added>{after}</Added>
    </span>
  );
}

export function HexValue({ hex }: { hex: string }) {
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      <span
        aria-hidden="true"
        className="size-6 shrink-0 rounded-md border border-line-strong/60"
        style={{ backgroundColor: hex }}
      />
      <code className="font-mono text-[0.8125rem]">{hex}</code>
    </span>
  );
}
