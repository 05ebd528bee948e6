"use client";

import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "./button";
import { MixedText } from "./content-text";
import { cx } from "./styles";
import { type ShowToast, type Toast, ToastContext } from "./toast-context";

const SHOWN_MS = 6_000;

const looks = {
  neutral: { Icon: Info, ink: "text-muted" },
  success: { Icon: CircleCheck, ink: "text-success" },
  danger: { Icon: CircleAlert, ink: "text-danger" },
};

/** Disappears after six seconds, unless hovered, focused or in need of an action. */
function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { title, description, tone = "neutral", action } = toast;
  const [held, setHeld] = useState(false);
  const stays = tone === "danger" || action !== undefined;
  useEffect(() => {
    if (stays || held) return;
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [stays, held, onClose]);
  const { Icon, ink } = looks[tone];
  return (
    <article
      data-toast=""
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex w-full max-w-sm animate-rise-in items-start gap-3 rounded-xl border border-line bg-raised py-2.5 pr-2 pl-3.5 shadow-floating"
    >
      <Icon aria-hidden="true" className={cx("mt-1 size-4 shrink-0", ink)} />
      <div className="min-w-0 grow py-0.5">
        <p dir="auto" className="font-medium wrap-anywhere">
          <MixedText>{title}</MixedText>
        </p>
        {description ? (
          <p dir="auto" className="mt-0.5 text-muted wrap-anywhere">
            <MixedText>{description}</MixedText>
          </p>
        ) : null}
      </div>
      {action ? (
        <Button
          size="sm"
          onClick={() => {
            action.onSelect();
            onClose();
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <IconButton label="Dismiss" icon={<X />} size="sm" onClick={onClose} />
    </article>
  );
}

const MAX_SHOWN = 4;

/** Holds all toasts and their live region. Render it once. */
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
        className="pointer-events-none fixed inset-x-0 bottom-(--page-bar,0px) z-60 flex flex-col items-center gap-2 p-4 sm:items-end"
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={() => close(toast.id)} />
        ))}
      </section>
    </ToastContext>
  );
}
