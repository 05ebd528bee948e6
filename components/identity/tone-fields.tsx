"use client";

import { words } from "@/components/diff/value-text";
import { TONE_AXES } from "@/lib/contract";
import { TONE_ENDS, toneText } from "@/lib/identity";
import { ScaleField } from "./scale-field";

/** The four axes of tone, each a line between two words. */
export function ToneFields() {
  return (
    <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
      {TONE_AXES.map((axis) => (
        <ScaleField
          key={axis}
          path={["persona", "tone", axis]}
          label={words(axis)}
          min={-2}
          max={2}
          ends={TONE_ENDS[axis]}
          told={(value) => toneText(axis, value)}
        />
      ))}
    </div>
  );
}
