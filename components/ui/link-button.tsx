import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { type ButtonLook, buttonClass } from "./button-style";

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
