"use client";

import { BookOpen, Download } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { saveFile } from "@/components/ui/browser";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/loading";
import { UNREACHABLE } from "@/components/ui/reached";
import { LiveRegion } from "@/components/ui/skip-link";
import { type ButtonLook, buttonClass } from "@/components/ui/styles";

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

interface Failure {
  error?: { message?: string };
}

/** Returns an error message, or null once the browser has the file. */
async function downloadBook(href: string): Promise<string | null> {
  try {
    const response = await fetch(href);
    if (!response.ok) return ((await response.json()) as Failure).error?.message ?? UNREACHABLE;
    const [, fileName = "brand-book.pdf"] =
      /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
    saveFile(fileName, await response.blob());
    return null;
  } catch {
    return UNREACHABLE;
  }
}

/** Drawing a version's first book takes seconds, and a plain download link shows no progress. */
export function BookButton({ href, size }: Pick<ButtonLook, "size"> & { href: string }) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const prepare = async (event: MouseEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setProblem(null);
    setProblem(await downloadBook(href));
    setPending(false);
  };
  return (
    <>
      <a
        href={href}
        download
        onClick={prepare}
        aria-busy={pending || undefined}
        className={buttonClass({ size, className: "relative overflow-clip" })}
      >
        {pending ? <Spinner /> : <BookOpen aria-hidden="true" />}
        {pending ? "Preparing…" : "Brand book (PDF)"}
        {pending ? (
          <span aria-hidden="true" className="absolute bottom-0 left-0 h-0.5 w-2/5 animate-sweep bg-accent" />
        ) : null}
      </a>
      <LiveRegion
        visible={problem !== null}
        className="text-[0.8125rem] text-danger"
        message={problem ?? (pending ? "Preparing the brand book" : "")}
      />
    </>
  );
}
