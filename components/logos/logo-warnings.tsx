"use client";

import { ImageDown, TriangleAlert } from "lucide-react";
import { useDraftValue } from "@/components/draft/draft-provider";
import { Button } from "@/components/ui/button";
import { MixedText } from "@/components/ui/content-text";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { Notice } from "@/components/ui/empty-state";
import { MenuItem } from "@/components/ui/menu-item";
import { UNREACHABLE } from "@/components/ui/reached";
import { VisuallyHidden } from "@/components/ui/text";
import { useToast } from "@/components/ui/toast-context";
import { logoRuleWarnings, parseRendition, RENDITIONS, type Rendition } from "@/lib/content";
import { bidiIsolate } from "@/lib/platform/text";
import type { ShownLogo } from "./variant-labels";

export function LogoWarnings({ logo: { item, warnings } }: { logo: ShownLogo }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warning" title={<MixedText>{`Check “${bidiIsolate(item.label)}”`}</MixedText>}>
      <ul className="flex flex-col gap-1">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Notice>
  );
}

export function WarningMark({ logo }: { logo: ShownLogo }) {
  const palette = useDraftValue(({ state }) => state.document.colors.palette);
  const count = logo.warnings.length + logoRuleWarnings(logo.item, palette).length;
  if (count === 0) return null;
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-[0.8125rem] text-warning">
      <TriangleAlert aria-hidden="true" className="size-4" />
      {count}
      <VisuallyHidden>{count === 1 ? " warning" : " warnings"}</VisuallyHidden>
    </span>
  );
}

const PNGS = RENDITIONS.filter((rendition) => parseRendition(rendition).format === "png");

/** PNG sizes: all for a drawing, and those up to its own size for a picture. */
function sizesOf({ item: { file } }: ShownLogo): Rendition[] {
  const longer = Math.max(file.width ?? 0, file.height ?? 0);
  return PNGS.filter((rendition) => file.mime === "image/svg+xml" || parseRendition(rendition).px <= longer);
}

export function PngMenu({ logo }: { logo: ShownLogo }) {
  const showToast = useToast();
  const sizes = sizesOf(logo);
  if (sizes.length === 0) return null;
  const download = async (rendition: Rendition) => {
    const href = await logo.signPng(rendition);
    if (!href) return showToast({ tone: "danger", title: UNREACHABLE });
    const name = logo.fileName.replace(/\.\w+$/, `-${parseRendition(rendition).px}.png`);
    Object.assign(document.createElement("a"), { href, download: name }).click();
  };
  return (
    <DropdownMenu
      trigger={
        <Button size="sm" icon={<ImageDown aria-hidden="true" />} aria-label={`PNG of ${logo.item.label}`}>
          PNG
        </Button>
      }
    >
      {sizes.map((rendition) => (
        <MenuItem key={rendition} onSelect={() => void download(rendition)}>
          {parseRendition(rendition).px} px
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
