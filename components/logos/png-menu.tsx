"use client";

import { ImageDown } from "lucide-react";
import { Button } from "@/components/ui/button";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { MenuItem } from "@/components/ui/menu-item";
import { UNREACHABLE } from "@/components/ui/reached";
import { useToast } from "@/components/ui/toast-context";
import { parseRendition, RENDITIONS, type Rendition } from "@/lib/content";
import type { ShownLogo } from "./types";

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
