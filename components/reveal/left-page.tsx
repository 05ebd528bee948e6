import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";

/** Stands where something was shown once, on a page that was left meanwhile. */
export function LeftPage({ children, onClose }: { children: string; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{children}</p>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </div>
  );
}
