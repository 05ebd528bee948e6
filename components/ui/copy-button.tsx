"use client";

import { Check, Copy } from "lucide-react";
import { type MouseEvent, useEffect, useState } from "react";
import { copyText } from "./browser";
import { Button } from "./button";
import type { ButtonLook } from "./button-style";
import { IconButton } from "./icon-button";
import { LiveRegion } from "./live-region";

const ANSWER_MS = 2_000;

type CopyButtonProps = ButtonLook & { value: string; label?: string; withText?: boolean; onCopied?: () => void };

/** Copies `value` and says so, to the eye by a check mark and to screen readers by "Copied". `withText` shows the label beside the icon. */
export function CopyButton({ value, label = "Copy", withText = false, onCopied, ...look }: CopyButtonProps) {
  const [answer, setAnswer] = useState<"" | "Copied" | "Copying failed">("");
  useEffect(() => {
    if (answer === "") return;
    const timer = setTimeout(() => setAnswer(""), ANSWER_MS);
    return () => clearTimeout(timer);
  }, [answer]);
  const copy = async (event: MouseEvent<HTMLButtonElement>) => {
    const copied = await copyText(value, event.currentTarget);
    setAnswer(copied ? "Copied" : "Copying failed");
    if (copied) onCopied?.();
  };
  const icon = answer === "Copied" ? <Check className="text-success" /> : <Copy />;
  return (
    <>
      {withText ? (
        <Button {...look} icon={icon} onClick={copy}>
          {answer || label}
        </Button>
      ) : (
        <IconButton size="sm" {...look} label={label} icon={icon} onClick={copy} />
      )}
      <LiveRegion message={answer} />
    </>
  );
}
