"use client";

import { Check, X } from "lucide-react";
import { useState } from "react";
import { ContentText } from "@/components/ui/content-text";
import { cx } from "@/components/ui/cx";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { LogoGround } from "@/lib/logos";
import { LogoFigure } from "./logo-figure";
import type { ShownLogo } from "./types";

/** A logo large, on whichever of the brand's colours one likes to see it on, and whether it may stand there. */
export function LogoGrounds({ logo, grounds }: { logo: ShownLogo; grounds: readonly LogoGround[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { item, src } = logo;
  const ground = grounds.find(({ id }) => id === chosen) ?? grounds[0];
  if (!ground) return null;
  const Icon = ground.allowed ? Check : X;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <figure className="flex min-w-0 flex-col gap-1.5">
        <div
          className={cx(
            "flex h-56 items-center justify-center rounded-lg border border-line p-8",
            ground.dark ? "text-white" : "text-black",
          )}
          style={{ background: ground.hex }}
        >
          <LogoFigure item={item} src={src} name={`${item.label}, on ${ground.name}`} clearSpace={null} />
        </div>
        <figcaption className="flex flex-wrap items-center gap-x-1.5 text-[0.8125rem] text-muted">
          <ContentText>{ground.name}</ContentText>
          <span className={cx("inline-flex items-center gap-1", ground.allowed ? "text-success" : "text-warning")}>
            <Icon aria-hidden="true" className="size-3.5" />
            {ground.allowed ? "made for it" : "not made for it"}
          </span>
        </figcaption>
      </figure>
      <ul aria-label="Grounds" className="flex flex-wrap gap-2">
        {grounds.map(({ id, name, hex, dark, allowed }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === ground.id}
              title={name}
              onClick={() => setChosen(id)}
              className={cx(
                "flex size-9 items-center justify-center rounded-lg border border-line-strong",
                id === ground.id && "outline-2 outline-accent outline-offset-2",
                dark ? "text-white" : "text-black",
              )}
              style={{ background: hex }}
            >
              {allowed ? <Check aria-hidden="true" className="size-4" /> : null}
              <VisuallyHidden>
                <ContentText>{name}</ContentText>
                {allowed ? "" : ", not made for it"}
              </VisuallyHidden>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
