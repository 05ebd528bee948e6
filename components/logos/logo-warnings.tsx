"use client";

import { Notice } from "@/components/ui/notice";
import { logoWarnings } from "@/lib/logos";
import type { ShownLogo } from "./types";
import { useLogoLook } from "./use-logo-look";

/** What a person should look at again before this logo goes out; nothing while nothing strikes. */
export function LogoWarnings({ logo: { item, src, fileSrc } }: { logo: ShownLogo }) {
  const warnings = logoWarnings(item, useLogoLook({ src, fileSrc }, item.file));
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warning" title={`Look at “${item.label}” again`}>
      <ul className="flex flex-col gap-1">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Notice>
  );
}
