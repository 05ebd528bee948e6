"use client";

import Image from "next/image";
import { useEffect, useState } from "react";
import { cx } from "@/components/ui/cx";
import { SegmentedControl } from "@/components/ui/segmented-control";
import type { Ground } from "./types";

const GROUNDS: { value: Ground; label: string }[] = [
  { value: "light", label: "On light" },
  { value: "dark", label: "On dark" },
  { value: "any", label: "On any" },
];

const GROUND_CLASS: Record<Ground, string> = { light: "bg-white", dark: "bg-black", any: "checkered" };

/** An address of the file in this window, for as long as it is shown. */
function useFileUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

type LogoPreviewProps = { file: File; ground: Ground; onGround: (ground: Ground) => void };

/** The logo on the ground that it is drawn for. */
export function LogoPreview({ file, ground, onGround }: LogoPreviewProps) {
  const url = useFileUrl(file);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className={cx("relative h-40 rounded-xl border border-line", GROUND_CLASS[ground])}>
        {url ? <Image src={url} alt={file.name} fill unoptimized className="object-contain p-6" /> : null}
      </div>
      <SegmentedControl
        label="The ground it is drawn for"
        name="logo-ground"
        options={GROUNDS}
        value={ground}
        onValueChange={(value) => onGround(GROUNDS.find((one) => one.value === value)?.value ?? "light")}
      />
    </div>
  );
}
