import { CircleAlert, CircleCheck, Info, Lock, TriangleAlert } from "lucide-react";
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

export type EmptyStateProps = {
  title: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
  level?: 1 | 2 | 3;
  framed?: boolean;
  className?: string;
  children?: ReactNode;
};

export function EmptyState({ title, icon, action, level = 2, framed = false, className, children }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div
      className={cx(
        "flex flex-col items-center px-6 py-12 text-center",
        framed && "rounded-xl border border-line-strong/60 border-dashed",
        className,
      )}
    >
      {icon ? (
        <span
          aria-hidden="true"
          className="mb-4 flex size-10 items-center justify-center rounded-xl border border-line bg-surface text-muted shadow-low [&_svg]:size-5"
        >
          {icon}
        </span>
      ) : null}
      <Heading className={level === 1 ? "font-semibold text-xl tracking-tight" : "font-semibold"}>{title}</Heading>
      {children ? <div className="mt-1 max-w-sm text-balance text-muted">{children}</div> : null}
      {action ? <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}

type ErrorStateProps = {
  title: ReactNode;
  reference?: string;
  action?: ReactNode;
  level?: 1 | 2 | 3;
  children?: ReactNode;
};

/** Announced when it appears. `reference` is the ID to look up in the log. */
export function ErrorState({ title, reference, action, level, children }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState title={title} level={level} icon={<CircleAlert className="text-danger" />} action={action}>
        {children}
        {reference ? (
          <p className="mt-2 text-[0.8125rem]">
            Reference <code className="font-mono text-ink">{reference}</code>
          </p>
        ) : null}
      </EmptyState>
    </div>
  );
}

type NoticeTone = "neutral" | "accent" | "success" | "warning" | "danger";

export type NoticeProps = {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  locked?: boolean;
  id?: string;
  className?: string;
};

const looks: Record<NoticeTone, { box: string; ink: string; Icon: typeof Info }> = {
  neutral: { box: "border-line bg-sunken", ink: "text-muted", Icon: Info },
  accent: { box: "border-accent/25 bg-accent-soft", ink: "text-accent", Icon: Info },
  success: { box: "border-success/25 bg-success-soft", ink: "text-success", Icon: CircleCheck },
  warning: { box: "border-warning/25 bg-warning-soft", ink: "text-warning", Icon: TriangleAlert },
  danger: { box: "border-danger/25 bg-danger-soft", ink: "text-danger", Icon: CircleAlert },
};

/** A static box. Use FormMessage for text that must be announced. */
export function Notice({ tone = "neutral", title, children, action, locked = false, id, className }: NoticeProps) {
  const { box, ink, Icon } = looks[tone];
  const Shape = locked ? Lock : Icon;
  return (
    <div id={id} className={cx("flex items-start gap-3 rounded-lg border px-3 py-2.5 text-ink", box, className)}>
      <Shape aria-hidden="true" className={cx("mt-0.5 size-4 shrink-0", ink)} />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-60">
          {title ? <p className="font-medium">{title}</p> : null}
          {children ? (
            <div className={cx("wrap-anywhere", Boolean(title) && "mt-0.5 text-muted")}>{children}</div>
          ) : null}
        </div>
        {action ? <div className="flex shrink-0 gap-2">{action}</div> : null}
      </div>
    </div>
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
