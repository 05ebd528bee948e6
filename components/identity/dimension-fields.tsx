"use client";

import { words } from "@/components/diff/value-text";
import { PERSONALITY_DIMENSIONS } from "@/lib/contract";
import { MAX } from "./radar-geometry";
import { ScaleField } from "./scale-field";

const LINES: Record<(typeof PERSONALITY_DIMENSIONS)[number], string> = {
  sincerity: "Honest, warm, down to earth",
  excitement: "Daring, spirited, up to date",
  competence: "Reliable, clever, successful",
  sophistication: "Elegant, charming, upper class",
  ruggedness: "Tough, outdoorsy, plain",
};

/** The five dimensions, each a step from 1 to 5. */
export function DimensionFields() {
  return (
    <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
      {PERSONALITY_DIMENSIONS.map((dimension) => (
        <ScaleField
          key={dimension}
          path={["personality", "dimensions", dimension]}
          label={words(dimension)}
          hint={LINES[dimension]}
          min={1}
          max={MAX}
          ends={["Hardly", "Strongly"]}
          told={(value) => `${value} of ${MAX}`}
        />
      ))}
    </div>
  );
}
