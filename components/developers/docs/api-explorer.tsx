"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton, SkeletonGroup } from "@/components/ui/loading";

const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth"];

const SwaggerPanel = dynamic(() => import("./swagger-panel"), {
  ssr: false,
  loading: () => (
    <SkeletonGroup label="Loading the explorer" className="flex flex-col gap-2">
      {PLACES.map((place) => (
        <Skeleton key={place} className="h-11 w-full" />
      ))}
    </SkeletonGroup>
  ),
});

const focus = (element: HTMLElement | null) => element?.focus();

/** Every operation of the API, to read and to try against this hub. It weighs four times the page, so that it comes when it is asked for. */
export function ApiExplorer({ documentPath }: { documentPath: string }) {
  const [open, setOpen] = useState(false);
  if (!open) return <Button onClick={() => setOpen(true)}>Open the explorer</Button>;
  return (
    // The button that was pressed is gone: whoever goes by keyboard goes on here.
    <div ref={focus} tabIndex={-1} className="outline-none">
      <SwaggerPanel documentPath={documentPath} />
    </div>
  );
}
