"use client";

import { TriangleAlert } from "lucide-react";
import { useDraftValue } from "@/components/draft/draft-provider";
import { MixedText } from "@/components/ui/content-text";
import { Notice } from "@/components/ui/notice";
import { VisuallyHidden } from "@/components/ui/text";
import { logoRuleWarnings } from "@/lib/content";
import { bidiIsolate } from "@/lib/platform/text";
import type { ShownLogo } from "./types";

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
