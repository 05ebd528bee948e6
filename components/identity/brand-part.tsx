"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "@/components/ui/cx";
import { SECTIONS } from "./section-layout";

type BrandPartProps = {
  id: string;
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

/** A part of the brand under its heading, which folds. */
export function BrandPart({ id, title, open, onOpenChange, children }: BrandPartProps) {
  const contentId = useId();
  return (
    <div id={id} className="mt-3 scroll-mt-8 border-line border-t">
      <div className="brand-type">
        <h2 className={cx("font-semibold text-accent leading-tight tracking-[-0.02em]", open ? "text-3xl" : "text-xl")}>
          <button
            type="button"
            aria-expanded={open}
            aria-controls={contentId}
            onClick={({ currentTarget }) => {
              onOpenChange(!open);
              // Whatever was closed with it gave the focus to something that folds away.
              currentTarget.focus();
            }}
            className="flex w-full items-center justify-between gap-3 rounded-md py-2 text-left"
          >
            {title}
            <ChevronDown
              aria-hidden="true"
              className={cx("size-5 shrink-0 text-muted transition-transform", !open && "-rotate-90")}
            />
          </button>
        </h2>
      </div>
      <div id={contentId} hidden={!open} className={SECTIONS}>
        {children}
      </div>
    </div>
  );
}
