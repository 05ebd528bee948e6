import { ArrowUpRight } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { ContentLanguage } from "./content-text";
import { Link } from "./link";
import { type ButtonLook, buttonClass, cx } from "./styles";

/** An IP address with its approximate location, if known. */
export function ClientIp({ ip, place }: { ip: string | null; place: string | null }) {
  return (
    <span className="inline-flex flex-col gap-0.5">
      {ip ? <Code>{ip}</Code> : <span className="text-muted">Unknown</span>}
      {place ? <span className="text-[0.8125rem] text-muted">near {place}</span> : null}
    </span>
  );
}

/** Sets the language of people's text inside. Without `lang`, the outer language applies. */
export function Passage({ lang, children }: { lang: string | undefined; children: ReactNode }) {
  return lang ? <ContentLanguage value={lang}>{children}</ContentLanguage> : children;
}

const NAME_END = 10;

/** A file's name on one line, cut in the middle, so that its end and extension stay. */
export function NameOnLine({ children: name }: { children: string }) {
  const letters = [...name];
  return (
    <span className="flex min-w-0 whitespace-pre">
      <span className="overflow-hidden text-ellipsis">{letters.slice(0, -NAME_END).join("")}</span>
      <span className="shrink-0">{letters.slice(-NAME_END).join("")}</span>
    </span>
  );
}

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded border border-line bg-sunken px-1 font-sans text-[0.6875rem] leading-none text-muted">
      {children}
    </kbd>
  );
}

export function Code({ className, ...rest }: ComponentProps<"code">) {
  return <code {...rest} className={cx("font-mono text-[0.8125rem]", className)} />;
}

/** Code in muted prose. */
export const InlineCode = (props: ComponentProps<"code">) => <Code {...props} className="text-ink wrap-anywhere" />;

/** A small sample of a colour, next to its name or value. `look` sets its size, corners and border colour. */
export function ColorChip({ hex, look = "size-5 rounded-md border-line" }: { hex: string; look?: string }) {
  return (
    <span aria-hidden="true" className={cx("inline-block shrink-0 border", look)} style={{ backgroundColor: hex }} />
  );
}

export function Sentences({ children, className }: { children: readonly string[]; className?: string }) {
  return (
    <ul className={className}>
      {children.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

export type DescriptionItem = { term: string; value: ReactNode };

export function DescriptionList({ items, className }: { items: readonly DescriptionItem[]; className?: string }) {
  return (
    <dl className={cx("divide-y divide-line", className)}>
      {items.map(({ term, value }) => (
        <div key={term} className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[minmax(7rem,11rem)_minmax(0,1fr)]">
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export type DetailsProps = ComponentProps<"details"> & { summary: ReactNode };

/** Works before the page's script runs, so hydration keeps the open state. */
export function Details({ summary, children, ...rest }: DetailsProps) {
  return (
    <details suppressHydrationWarning {...rest}>
      <summary className="w-fit rounded-sm py-0.5 text-muted underline underline-offset-3 hover:text-ink">
        {summary}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}

type TextLinkProps = ComponentProps<typeof Link> & { external?: boolean; quiet?: boolean };

/** An underlined link. `external` opens a new tab and says so, `quiet` uses the text colour, for names in tables. */
export function TextLink({ external = false, quiet = false, className, children, ...rest }: TextLinkProps) {
  const look = cx(
    "rounded-sm py-[2px] underline underline-offset-3 transition-colors",
    quiet
      ? "text-ink decoration-line-strong hover:decoration-ink"
      : "text-accent decoration-accent/45 hover:decoration-accent",
    className,
  );
  return (
    <Link {...rest} {...(external && { target: "_blank", rel: "noreferrer" })} className={look}>
      {children}
      {external ? (
        <>
          <ArrowUpRight aria-hidden="true" className="mb-0.5 ml-0.5 inline size-3.5" />
          <span className="sr-only"> (opens a new tab)</span>
        </>
      ) : null}
    </Link>
  );
}

type LinkButtonProps = Omit<ComponentProps<typeof Link>, "className"> & ButtonLook & { icon?: ReactNode };

/** A link styled as a button, for anything that changes the URL. */
export function LinkButton({ variant, size, className, icon, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, className })}>
      {icon}
      {children}
    </Link>
  );
}
