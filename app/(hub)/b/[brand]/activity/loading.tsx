import { Skeleton, SkeletonGroup } from "@/components/ui/loading";

export default function Loading() {
  return (
    <SkeletonGroup label="Loading activity">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="mt-6 h-9 w-full" />
      <Skeleton className="mt-4 h-80 w-full" />
    </SkeletonGroup>
  );
}
