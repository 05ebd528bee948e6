"use client";

import { TONE_ENDS, type ToneAxis, toneText, words } from "@/components/diff/value-text";
import { Button } from "@/components/ui/button";
import { useDisabledScope } from "@/components/ui/disabled-scope";
import { Slider } from "@/components/ui/slider";
import { TONE_AXES } from "@/lib/contract";
import { placeOf, useIdentityValue } from "./use-identity-value";

/** The four axes of tone, each a line between two words. */
export function ToneFields() {
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      {TONE_AXES.map((axis) => (
        <ToneField key={axis} axis={axis} />
      ))}
    </div>
  );
}

function ToneField({ axis }: { axis: ToneAxis }) {
  const path = ["persona", "tone", axis];
  const { value, setValue } = useIdentityValue(path);
  const scope = useDisabledScope();
  const set = typeof value === "number" ? value : null;
  const [low, high] = TONE_ENDS[axis];
  return (
    <div id={placeOf(path)} tabIndex={-1} className="flex flex-col gap-1">
      <Slider
        label={words(axis)}
        min={-2}
        max={2}
        step={1}
        value={set ?? 0}
        onValueChange={setValue}
        minLabel={low}
        maxLabel={high}
        valueText={(shown) => (set === null ? "Not said" : toneText(axis, shown))}
      />
      {scope ? null : (
        <div className="flex gap-1">
          {set === null ? (
            <Button size="sm" variant="ghost" onClick={() => setValue(0)}>
              In between
              <span className="sr-only"> for {axis}</span>
            </Button>
          ) : (
            <Button size="sm" variant="ghost" onClick={() => setValue(undefined)}>
              Leave open
              <span className="sr-only"> the {axis}</span>
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
