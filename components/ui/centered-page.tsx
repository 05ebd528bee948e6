import type { ReactNode } from "react";
import { cx } from "./cx";

type CenteredPageProps = { size?: "sm" | "md"; className?: string; children: ReactNode };

/** A whole page with one thing in its middle: signing in, an invitation, an error. It is the page's main landmark and the skip link's target. */
export function CenteredPage({ size = "sm", className, children }: CenteredPageProps) {
  return (
    <main id="content" tabIndex={-1} className="flex min-h-dvh flex-col items-center justify-center px-5 py-12">
      <div className={cx("w-full", size === "sm" ? "max-w-sm" : "max-w-xl", className)}>{children}</div>
    </main>
  );
}
