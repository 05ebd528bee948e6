"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton, SkeletonGroup } from "@/components/ui/loading";

const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth"];

const SwaggerPanel = dynamic(() => import("./swagger-panel"), {
  ssr: false,
  loading: () => (
    <SkeletonGroup label="Loading API explorer" className="flex flex-col gap-2">
      {PLACES.map((place) => (
        <Skeleton key={place} className="h-11 w-full" />
      ))}
    </SkeletonGroup>
  ),
});

const focus = (element: HTMLElement | null) => element?.focus();

/** Loads on demand, because it is four times the size of the page. */
export function ApiExplorer({ documentPath }: { documentPath: string }) {
  const [open, setOpen] = useState(false);
  if (!open) return <Button onClick={() => setOpen(true)}>Open API explorer</Button>;
  return (
    // Moves the focus here, because the button that was pressed is gone.
    <div ref={focus} tabIndex={-1} className="outline-none">
      <SwaggerPanel documentPath={documentPath} />
    </div>
  );
}
