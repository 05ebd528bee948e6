"use client";

import { Check, Copy } from "lucide-react";
import { type MouseEvent, useEffect, useState } from "react";
import { copyText } from "./browser";
import { Button, IconButton } from "./button";
import { LiveRegion } from "./skip-link";
import type { ButtonLook } from "./styles";

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
