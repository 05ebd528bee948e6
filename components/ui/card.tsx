import { type ReactNode, useId } from "react";
import { cx } from "./styles";

type CardProps = {
  as?: "div" | "section" | "article" | "li";
  title?: ReactNode;
  level?: 2 | 3 | 4;
  description?: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
  flush?: boolean;
  id?: string;
  children?: ReactNode;
};

/** `flush` removes the padding, for tables and pictures. */
export function Card(props: CardProps) {
  const { as: Element = "div", title, level = 2, description, actions, footer, flush = false, children } = props;
  const Heading = `h${level}` as const;
  const hasHead = Boolean(title || actions);
  return (
    <Element
      id={props.id}
      tabIndex={props.id ? -1 : undefined}
      className="flex min-w-0 flex-col overflow-clip rounded-xl border border-line bg-surface"
    >
      {hasHead ? (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-4">
          <div className="min-w-0">
            {title ? <Heading className="font-semibold wrap-anywhere">{title}</Heading> : null}
            {description ? <p className="mt-0.5 text-muted">{description}</p> : null}
          </div>
          {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
        </header>
      ) : null}
      <div className={cx("min-w-0 grow", flush ? hasHead && "pt-4" : cx("px-5 pb-5", hasHead ? "pt-4" : "pt-5"))}>
        {children}
      </div>
      {footer ? (
        <footer className="flex flex-wrap items-center justify-between gap-3 border-line border-t bg-sunken px-5 py-3 text-muted">
          {footer}
        </footer>
      ) : null}
    </Element>
  );
}

export type BadgeTone = "neutral" | "accent" | "success" | "warning" | "danger";

type BadgeProps = { tone?: BadgeTone; icon?: ReactNode; children: ReactNode };

const tones: Record<BadgeTone, string> = {
  neutral: "bg-active/70 text-muted",
  accent: "bg-accent-soft text-accent",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
};

export function Badge({ tone = "neutral", icon, children }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex h-5.5 w-fit max-w-full items-center gap-1.5 whitespace-nowrap rounded-full px-2 font-medium text-xs [&_svg]:size-3 [&_svg]:shrink-0",
        tones[tone],
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}

type SectionProps = {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  level?: 2 | 3;
  id?: string;
  split?: boolean;
  large?: boolean;
  className?: string;
  children: ReactNode;
};

/** `split` puts the heading in a left column, as on settings pages. `large` is for pages to read. */
export function Section({
  title,
  description,
  actions,
  level = 2,
  id,
  split = false,
  large = false,
  className,
  children,
}: SectionProps) {
  const headingId = useId();
  const Heading = `h${level}` as const;
  return (
    <section
      id={id}
      // Takes focus when a link leads here, so that Tab continues from there.
      tabIndex={id ? -1 : undefined}
      aria-labelledby={headingId}
      className={cx(
        split ? "grid gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]" : "flex flex-col gap-4",
        className,
      )}
    >
      <div
        className={cx("flex flex-wrap items-end justify-between gap-x-4 gap-y-2", split && "content-start items-start")}
      >
        <div className="min-w-0">
          <Heading
            id={headingId}
            className={cx("font-semibold", level === 2 && (large ? "text-2xl tracking-[-0.02em]" : "text-base"))}
          >
            {title}
          </Heading>
          {description ? <p className="mt-0.5 max-w-prose text-muted">{description}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** A page with one centred block, such as sign-in. Contains the main landmark. */
export function CenteredPage({ size = "sm", children }: { size?: "sm" | "md"; children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className="flex min-h-dvh flex-col items-center justify-center px-5 py-12">
      <div className={cx("w-full", size === "sm" ? "max-w-sm" : "max-w-xl")}>{children}</div>
    </main>
  );
}
