import { Skeleton, SkeletonGroup } from "@/components/ui/loading";

export default function BrandPageLoading() {
  return (
    <SkeletonGroup label="Loading the page" className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <Skeleton className="h-7 w-56" />
        <Skeleton className="h-4 w-80 max-w-full" />
      </div>
      <Skeleton className="h-40 w-full rounded-xl" />
      <Skeleton className="h-64 w-full rounded-xl" />
    </SkeletonGroup>
  );
}
