import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";

const ROWS = ["first", "second", "third", "fourth", "fifth"];

export function ListLoading({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label} className="flex flex-col gap-5">
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-4 w-full max-w-md" />
      <div className="flex flex-col gap-2 pt-4">
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-12 w-full" />
        ))}
      </div>
    </SkeletonGroup>
  );
}
