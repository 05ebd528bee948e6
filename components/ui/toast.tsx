"use client";

import { type ReactNode, useCallback, useRef, useState } from "react";
import { ToastCard } from "./toast-card";
import { type ShowToast, type Toast, ToastContext } from "./toast-context";

const MAX_SHOWN = 4;

/** Holds the toasts of the whole app and the polite live region in which they appear; put it once around everything. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<(Toast & { id: number })[]>([]);
  const lastId = useRef(0);
  const show = useCallback<ShowToast>((toast) => {
    lastId.current += 1;
    const id = lastId.current;
    setToasts((current) => [...current, { ...toast, id }].slice(-MAX_SHOWN));
  }, []);
  const close = useCallback((id: number) => setToasts((current) => current.filter((toast) => toast.id !== id)), []);
  return (
    <ToastContext value={show}>
      {children}
      <section
        aria-label="Notifications"
        aria-live="polite"
        aria-relevant="additions"
        className="pointer-events-none fixed inset-x-0 bottom-0 z-60 flex flex-col items-center gap-2 p-4 sm:items-end"
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={() => close(toast.id)} />
        ))}
      </section>
    </ToastContext>
  );
}
