"use client";

import { useSyncExternalStore } from "react";

const CHOSEN = "hub-stored-choice";

function subscribe(changed: () => void): () => void {
  // `storage` fires in other tabs only.
  for (const event of ["storage", CHOSEN]) window.addEventListener(event, changed);
  return () => {
    for (const event of ["storage", CHOSEN]) window.removeEventListener(event, changed);
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A choice that this browser remembers for all pages. Null until it is made, and on the server. */
export function useStoredChoice(key: string): [choice: string | null, choose: (choice: string) => void] {
  const choice = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => null,
  );
  const choose = (next: string) => {
    localStorage.setItem(key, next);
    window.dispatchEvent(new Event(CHOSEN));
  };
  return [choice, choose];
}
