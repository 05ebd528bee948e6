"use client";

import { Check, Copy } from "lucide-react";
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useId, useState } from "react";
import { copyText } from "./browser";
import { Button } from "./button";
import { useBlocked } from "./hooks";
import { Spinner } from "./loading";
import { LiveRegion } from "./skip-link";
import { type ButtonLook, buttonClass, joinIds } from "./styles";
import { VisuallyHidden } from "./text";
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
      {disabledReason ? <VisuallyHidden id={reasonId}>{disabledReason}</VisuallyHidden> : null}
    </>
  );
}

const RESULT_MS = 2_000;

/** Copies `value`. `result` says for two seconds how that went. */
export function useCopy(value: string) {
  const [result, setResult] = useState<"" | "Copied" | "Copy failed">("");
  useEffect(() => {
    if (result === "") return;
    const timer = setTimeout(() => setResult(""), RESULT_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async (event: MouseEvent<HTMLButtonElement>) => {
    setResult((await copyText(value, event.currentTarget)) ? "Copied" : "Copy failed");
  };
  return { result, copy };
}

type CopyButtonProps = ButtonLook & { value: string; label?: string; withText?: boolean };

/** Copies `value` and announces the result. `withText` shows the label next to the icon. */
export function CopyButton({ value, label = "Copy", withText = false, ...look }: CopyButtonProps) {
  const { result, copy } = useCopy(value);
  const icon = result === "Copied" ? <Check className="text-success" /> : <Copy />;
  return (
    <>
      {withText ? (
        <Button {...look} icon={icon} onClick={copy}>
          {result || label}
        </Button>
      ) : (
        <IconButton size="sm" {...look} label={label} icon={icon} onClick={copy} />
      )}
      <LiveRegion message={result} />
    </>
  );
}
