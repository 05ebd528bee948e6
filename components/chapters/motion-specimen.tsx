"use client";

import { Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ContentText } from "@/components/ui/content-text";
import { easingCss, lengthCss, type StoredTransition } from "@/lib/content";

type MotionSpecimenProps = { name: string; text: string; transition: StoredTransition; children?: ReactNode };

/** A dot that runs while the pointer or the focus is on it. A click sends it back. */
export function MotionSpecimen({ name, text, transition, children }: MotionSpecimenProps) {
  const [there, setThere] = useState(false);
  const { duration, delay, timingFunction } = transition;
  return (
    <button
      type="button"
      className="flex w-full min-w-0 items-center gap-3 rounded-lg text-left"
      onClick={() => setThere(!there)}
      onPointerEnter={() => setThere(true)}
      onPointerLeave={() => setThere(false)}
      onFocus={() => setThere(true)}
      onBlur={() => setThere(false)}
    >
      {children}
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0 font-medium wrap-anywhere">
            <span className="sr-only">Play </span>
            <ContentText>{name}</ContentText>
          </span>
          <span className="text-[0.8125rem] text-muted">{text}</span>
        </span>
        <span aria-hidden="true" className="mt-1.5 flex h-5 items-center rounded-full bg-raised px-1">
          <span
            data-specimen={name}
            className="flex w-full motion-reduce:transition-none!"
            style={{
              transform: there ? "translateX(calc(100% - 0.75rem))" : "none",
              transition: `transform ${lengthCss(duration)} ${easingCss(timingFunction)} ${lengthCss(delay)}`,
            }}
          >
            <span className="size-3 rounded-full bg-accent" />
          </span>
        </span>
      </span>
      <Play aria-hidden="true" className="size-4 shrink-0 text-muted" />
    </button>
  );
}
