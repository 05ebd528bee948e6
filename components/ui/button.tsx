"use client";

import { type ComponentProps, type ReactNode, useId } from "react";
import { useFormStatus } from "react-dom";
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

type IconButtonProps = Omit<ComponentProps<"button">, "disabled" | "aria-label"> &
  ButtonLook & {
    label: string;
    icon: ReactNode;
    pending?: boolean;
    disabledReason?: string | null | false;
    tooltipSide?: "top" | "right" | "bottom" | "left";
  };

/** A square icon button. `label` is its accessible name and tooltip. */
export function IconButton(props: IconButtonProps) {
  const {
    label,
    icon,
    variant = "ghost",
    size,
    className,
    pending = false,
    disabledReason,
    tooltipSide,
    ...rest
  } = props;
  const reasonId = useId();
  const { handlers, reasonOpen, setReasonOpen } = useBlocked(pending || Boolean(disabledReason));
  return (
    <>
      <Tooltip
        content={disabledReason ? `${label}. ${disabledReason}` : label}
        side={tooltipSide}
        open={reasonOpen}
        onOpenChange={setReasonOpen}
      >
        <button
          type="button"
          {...rest}
          {...handlers}
          aria-label={label}
          aria-busy={pending || undefined}
          aria-describedby={joinIds(rest["aria-describedby"], disabledReason && !reasonOpen && reasonId)}
          className={buttonClass({ variant, size, className, blocked: Boolean(disabledReason), square: true })}
        >
          {pending ? <Spinner /> : icon}
        </button>
      </Tooltip>
      {disabledReason ? (
        <span id={reasonId} className="sr-only">
          {disabledReason}
        </span>
      ) : null}
    </>
  );
}

export function SubmitButton({ variant = "primary", pending = false, ...rest }: Omit<ButtonProps, "type">) {
  const status = useFormStatus();
  return <Button {...rest} type="submit" variant={variant} pending={pending || status.pending} />;
}
