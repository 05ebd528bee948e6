"use client";

import { Download } from "lucide-react";
import { useDraftValue } from "@/components/draft/draft-provider";
import { buttonClass } from "@/components/ui/button-style";
import { ContentText } from "@/components/ui/content-text";
import { cx } from "@/components/ui/cx";
import { groundsOf } from "@/lib/logos";
import { LogoFigure } from "./logo-figure";
import { WarningMark } from "./logo-warnings";
import type { ShownLogo } from "./types";
import { BACKGROUND_LABELS } from "./variant-labels";

/** A logo in the gallery, on a ground it is made for; a press opens what there is to know of it. */
export function LogoTile({ logo, onOpen }: { logo: ShownLogo; onOpen: () => void }) {
  const palette = useDraftValue(({ state }) => state.document.colors.palette);
  const { item, src, fileSrc, fileName } = logo;
  const [ground] = groundsOf(item, palette);
  const anywhere = item.background === "any" && !item.rule?.allowed_backgrounds?.colors?.length;
  return (
    <article className="relative flex min-w-0 flex-col overflow-clip rounded-xl border border-line bg-surface">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="flex min-w-0 grow flex-col text-left transition-colors hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span
          className={cx(
            "flex h-48 w-full items-center justify-center border-line border-b p-8",
            anywhere ? "checkered text-ink" : ground?.dark ? "text-white" : "text-black",
          )}
          style={anywhere ? undefined : { background: ground?.hex }}
        >
          <LogoFigure item={item} src={src} name={null} clearSpace={null} />
        </span>
        <span className="flex w-full min-w-0 items-center gap-2 py-3 pr-13 pl-4">
          <span className="flex min-w-0 grow flex-col gap-0.5">
            <ContentText className="truncate font-medium">{item.label}</ContentText>
            <span className="truncate text-[0.8125rem] text-muted">{BACKGROUND_LABELS[item.background]}</span>
          </span>
          <WarningMark logo={logo} />
        </span>
      </button>
      {fileSrc ? (
        <a
          href={fileSrc}
          download={fileName}
          aria-label={`Download ${item.label}`}
          title="Download"
          className={buttonClass({
            size: "sm",
            variant: "ghost",
            square: true,
            className: "absolute right-3 bottom-4",
          })}
        >
          <Download aria-hidden="true" />
        </a>
      ) : null}
    </article>
  );
}
