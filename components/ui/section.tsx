import { type ReactNode, useId } from "react";
import { cx } from "./styles";

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
