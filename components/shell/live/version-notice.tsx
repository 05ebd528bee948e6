"use client";

import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { MixedText } from "@/components/ui/content-text";
import { TextLink } from "@/components/ui/text";
import type { LiveBrand } from "@/lib/publishing";
import { howItWentLive } from "./listen";

/** The page's own publish usually shows its version within this time. */
const OWN_MS = 2_500;

type VersionNoticeProps = {
  live: LiveBrand;
  shown: number;
  base: string;
  onShow: () => void;
};

/** Announces a newer version. The page keeps its version until the reader asks for the new one. */
export function VersionNotice({ live, shown, base, onShow }: VersionNoticeProps) {
  const { version, byYou } = live;
  const [announced, setAnnounced] = useState(0);
  const [dismissed, setDismissed] = useState(0);
  const newer = version > shown;
  useEffect(() => {
    if (!newer) return;
    const timer = setTimeout(() => setAnnounced(version), byYou ? OWN_MS : 0);
    return () => clearTimeout(timer);
  }, [newer, version, byYou]);
  if (!newer || announced !== version || dismissed === version) return null;
  return (
    <section
      aria-label="Live version"
      className="sticky top-0 z-20 flex items-center justify-between gap-3 border-line border-b bg-accent-soft py-1.5 pr-2 pl-5 max-lg:top-[3.3rem] sm:pl-8"
    >
      <p role="status" className="min-w-0">
        <strong className="font-medium">Version {version} is live.</strong>{" "}
        <MixedText>{howItWentLive(live, shown)}</MixedText>{" "}
        <TextLink href={`${base}/history?from=${shown}&to=${version}`}>View changes</TextLink>
      </p>
      <div className="flex shrink-0 items-center gap-1">
        <Button size="sm" onClick={onShow}>
          Show version {version}
        </Button>
        <IconButton size="sm" label="Dismiss" icon={<X />} onClick={() => setDismissed(version)} />
      </div>
    </section>
  );
}
