"use client";

import { Check, Copy } from "lucide-react";
import { type MouseEvent, useEffect, useState } from "react";
import { copyText } from "./browser";
import { Button } from "./button";
import { IconButton } from "./icon-button";
import { LiveRegion } from "./skip-link";
import type { ButtonLook } from "./styles";

const RESULT_MS = 2_000;

type CopyButtonProps = ButtonLook & { value: string; label?: string; withText?: boolean; onCopied?: () => void };

/** Copies `value` and announces the result. `withText` shows the label next to the icon. */
export function CopyButton({ value, label = "Copy", withText = false, onCopied, ...look }: CopyButtonProps) {
  const [result, setResult] = useState<"" | "Copied" | "Copy failed">("");
  useEffect(() => {
    if (result === "") return;
    const timer = setTimeout(() => setResult(""), RESULT_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async (event: MouseEvent<HTMLButtonElement>) => {
    const copied = await copyText(value, event.currentTarget);
    setResult(copied ? "Copied" : "Copy failed");
    if (copied) onCopied?.();
  };
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
