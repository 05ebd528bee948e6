"use client";

import { type ComponentProps, type ReactNode, useId } from "react";
import { useBlocked } from "./hooks";
import { Spinner } from "./loading";
import { type ButtonLook, buttonClass, joinIds } from "./styles";
import { Tooltip } from "./tooltip";

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
