import { CircleCheck, CircleDashed } from "lucide-react";
import type { LogoVariant } from "@/lib/contract";
import { VARIANT_LABELS } from "./variant-labels";

/** Which slots are filled, each leading to its own. */
export function SlotList({ slots }: { slots: readonly { variant: LogoVariant; count: number }[] }) {
  return (
    <nav aria-label="Logo slots">
      <ul className="flex flex-wrap gap-1.5">
        {slots.map(({ variant, count }) => (
          <li key={variant}>
            <a
              href={`#slot-${variant}`}
              className="inline-flex h-7 items-center gap-1.5 rounded-full border border-line bg-surface px-2.5 text-[0.8125rem] text-ink hover:bg-hover [&_svg]:size-3.5"
            >
              {count > 0 ? (
                <CircleCheck aria-hidden="true" className="text-success" />
              ) : (
                <CircleDashed aria-hidden="true" className="text-muted" />
              )}
              {VARIANT_LABELS[variant].label}
              <span className="text-muted">{count > 0 ? count : variant === "other" ? "none" : "missing"}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
