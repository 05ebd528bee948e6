"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { saveFile } from "@/components/ui/browser";
import { Button } from "@/components/ui/button";
import { LiveRegion } from "@/components/ui/skip-link";

const SCALE = 2;

async function pngOf(src: string, width: number, height: number): Promise<Blob | null> {
  const picture = new Image(width, height);
  picture.src = src;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

type PngButtonProps = { src: string; width: number; height: number; fileName: string; of: string };

/** Renders a drawing to PNG in the browser, including substituted fonts. */
export function PngButton({ src, width, height, fileName, of }: PngButtonProps) {
  const [failed, setFailed] = useState(false);
  const download = async () => {
    try {
      const blob = await pngOf(src, width, height);
      if (!blob) throw new Error("canvas.toBlob returned null");
      saveFile(fileName, blob);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      <Button size="sm" icon={<Download aria-hidden="true" />} onClick={download} aria-label={`PNG of ${of}`}>
        PNG
      </Button>
      <LiveRegion
        visible={failed}
        className="text-[0.8125rem] text-danger"
        message={failed ? "Couldn’t create the PNG." : ""}
      />
    </>
  );
}
