"use client";

import dynamic from "next/dynamic";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";

const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** Weighs as much as the rest of the hub together: it is fetched where it is looked at, and nowhere else. */
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

/** Every operation of the API, to read and to try against this hub. */
export function ApiExplorer({ documentPath }: { documentPath: string }) {
  return <SwaggerPanel documentPath={documentPath} />;
}
