import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "./empty-state";

type ErrorStateProps = {
  title?: ReactNode;
  reference?: string;
  action?: ReactNode;
  level?: 1 | 2 | 3;
  className?: string;
  children?: ReactNode;
};

/** Says what failed, what is safe and what to try; announced when it appears. `reference` is the id under which the log has the cause. */
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
