import { ArrowUpRight } from "lucide-react";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { type ButtonLook, buttonClass, cx } from "./styles";

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
