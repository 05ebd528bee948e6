"use client";

import { Palette, Pipette, Plus, WandSparkles } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { RegenerateStart } from "./regenerate-dialog";

type NoColorsProps = { reason: string | null; onStart: (start: RegenerateStart) => void; onAdd: () => void };

/** The palette before it has a colour: the three ways to begin. */
export function NoColors({ reason, onStart, onAdd }: NoColorsProps) {
  return (
    <EmptyState
      framed
      icon={<Palette />}
      title="No colours yet"
      action={
        <>
          <Button variant="primary" icon={<WandSparkles />} disabledReason={reason} onClick={() => onStart("colour")}>
            Generate from a colour
          </Button>
          <Button icon={<Pipette />} disabledReason={reason} onClick={() => onStart("picture")}>
            Take from a logo
          </Button>
          <Button icon={<Plus />} disabledReason={reason} onClick={onAdd}>
            Add by hand
          </Button>
        </>
      }
    >
      One colour is enough to start from: the hub grows a palette around it in which text stays readable.
    </EmptyState>
  );
}
