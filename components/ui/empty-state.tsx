import { CircleAlert, CircleCheck, Info, Lock, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./styles";

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
