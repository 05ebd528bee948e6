"use client";

import { useState } from "react";

/**
 * What a person types, while it is not always something that can be kept: `commit` hears of each text that `read` understands, and a
 * change from elsewhere (an undo, another window) replaces what is typed.
 */
export function useEditedValue<T extends string | number>(
  value: T,
  read: (text: string) => T | { error: string },
  commit: (value: T) => void,
) {
  const [typed, setTyped] = useState({ text: String(value), kept: value });
  const text = typed.kept === value ? typed.text : String(value);
  const result = read(text);
  const setText = (next: string) => {
    const understood = read(next);
    if (typeof understood === "object") {
      setTyped({ text: next, kept: value });
      return;
    }
    setTyped({ text: next, kept: understood });
    if (understood !== value) commit(understood);
  };
  return { text, setText, error: typeof result === "object" ? result.error : undefined };
}
