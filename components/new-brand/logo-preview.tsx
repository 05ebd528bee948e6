"use client";

import Image from "next/image";
import { useEffect, useState } from "react";
import { BACKGROUND_CLASS } from "@/components/logos/variant-labels";
import { cx } from "@/components/ui/cx";
import { SegmentedControl } from "@/components/ui/segmented-control";
import type { LogoBackground } from "@/lib/contract";

const BACKGROUNDS: { value: LogoBackground; label: string }[] = [
  { value: "light", label: "On light" },
  { value: "dark", label: "On dark" },
  { value: "any", label: "On any" },
];

/** A URL of the file in this window, for as long as it is shown. */
function useFileUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

type LogoPreviewProps = {
  file: File;
  background: LogoBackground;
  onBackground: (background: LogoBackground) => void;
};

/** The logo on the background that it is drawn for. */
export function LogoPreview({ file, background, onBackground }: LogoPreviewProps) {
  const url = useFileUrl(file);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className={cx("relative h-40 rounded-xl border border-line", BACKGROUND_CLASS[background])}>
        {url ? <Image src={url} alt={file.name} fill className="object-contain p-6" /> : null}
      </div>
      <SegmentedControl
        label="The background it is drawn for"
        name="logo-background"
        options={BACKGROUNDS}
        value={background}
        onValueChange={(value) => onBackground(BACKGROUNDS.find((one) => one.value === value)?.value ?? "light")}
      />
    </div>
  );
}
