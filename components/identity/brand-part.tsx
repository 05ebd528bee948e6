"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "@/components/ui/cx";

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
    <div id={id} className="mt-6 scroll-mt-8 border-line border-t">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={contentId}
          onClick={({ currentTarget }) => {
            onOpenChange(!open);
            // Whatever was closed with it gave the focus to something that folds away.
            currentTarget.focus();
          }}
          className="flex w-full items-center justify-between gap-3 rounded-md py-3 text-left font-semibold text-lg tracking-[-0.01em]"
        >
          {title}
          <ChevronDown
            aria-hidden="true"
            className={cx("size-4 text-muted transition-transform", !open && "-rotate-90")}
          />
        </button>
      </h2>
      <div id={contentId} hidden={!open} className="gap-x-10 md:columns-2">
        {children}
      </div>
    </div>
  );
}
