"use client";

import { type ReactNode, useRef } from "react";
import { Button } from "@/components/ui/button";
import type { ButtonLook } from "@/components/ui/styles";

type FileButtonProps = ButtonLook & {
  icon?: ReactNode;
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  "aria-label"?: string;
  children: ReactNode;
};

export function FileButton({ accept, multiple = false, onFiles, children, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          const files = Array.from(event.currentTarget.files ?? []);
          event.currentTarget.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
