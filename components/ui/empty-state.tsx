import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx";

type EmptyStateProps = {
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
  title?: ReactNode;
  reference?: string;
  action?: ReactNode;
  level?: 1 | 2 | 3;
  className?: string;
  children?: ReactNode;
};

/** Announced when it appears. `reference` is the ID to look up in the log. */
export function ErrorState(props: ErrorStateProps) {
  const { title = "Something went wrong", reference, action, level, className, children } = props;
  return (
    <div role="alert" className={className}>
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
