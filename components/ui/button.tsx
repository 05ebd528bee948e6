"use client";

import { type ComponentProps, type ReactNode, useId } from "react";
import { useBlocked } from "./hooks";
import { Spinner } from "./loading";
import { type ButtonLook, buttonClass, joinIds } from "./styles";
import { Tooltip } from "./tooltip";

export type ButtonProps = Omit<ComponentProps<"button">, "disabled"> &
  ButtonLook & { icon?: ReactNode; pending?: boolean; pendingLabel?: string; disabledReason?: string | null | false };

/**
 * While `pending` it shows a spinner and ignores presses. With `disabledReason` it stays focusable and explains why in
 * a tooltip. The type defaults to "button".
 */
export function Button(props: ButtonProps) {
  const { variant, size, className, icon, pending = false, pendingLabel, disabledReason, children, ...rest } = props;
  const reasonId = useId();
  const { handlers, reasonOpen, setReasonOpen } = useBlocked(pending || Boolean(disabledReason));
  const button = (
    <button
      type="button"
      {...rest}
      {...handlers}
      aria-busy={pending || undefined}
      aria-describedby={joinIds(rest["aria-describedby"], disabledReason && !reasonOpen && reasonId)}
      className={buttonClass({ variant, size, className, blocked: Boolean(disabledReason) })}
    >
      {pending ? <Spinner /> : icon}
      {pending && pendingLabel ? pendingLabel : children}
    </button>
  );
  if (!disabledReason) return button;
  return (
    <>
      <Tooltip content={disabledReason} open={reasonOpen} onOpenChange={setReasonOpen}>
        {button}
      </Tooltip>
      <span id={reasonId} className="sr-only">
        {disabledReason}
      </span>
    </>
  );
}
