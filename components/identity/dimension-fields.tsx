"use client";

import { useState } from "react";
import { words } from "@/components/diff/value-text";
import { useDraftValue } from "@/components/draft/draft-provider";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PERSONALITY_DIMENSIONS } from "@/lib/contract";
import { DimensionRadar } from "./dimension-radar";
import { placeOf, useIdentityValue } from "./use-identity-value";

type Dimension = (typeof PERSONALITY_DIMENSIONS)[number];

const LINES: Record<Dimension, string> = {
  sincerity: "Honest, warm, down to earth",
  excitement: "Daring, spirited, up to date",
  competence: "Reliable, clever, successful",
  sophistication: "Elegant, charming, upper class",
  ruggedness: "Tough, outdoorsy, plain",
};

/** The five dimensions as numbers from 1 to 5, with their shape beside them. */
export function DimensionFields() {
  const dimensions = useDraftValue(({ state }) => state.document.identity.personality.dimensions);
  return (
    <div className="flex flex-col items-center gap-x-8 gap-y-5 md:flex-row">
      <div className="grid w-full grow gap-3">
        {PERSONALITY_DIMENSIONS.map((dimension) => (
          <DimensionField key={dimension} dimension={dimension} />
        ))}
      </div>
      <DimensionRadar dimensions={dimensions ?? {}} className="w-full max-w-88 shrink-0" />
    </div>
  );
}

const isLevel = (value: number) => Number.isInteger(value) && value >= 1 && value <= 5;

function DimensionField({ dimension }: { dimension: Dimension }) {
  const path = ["personality", "dimensions", dimension];
  const { value, setValue, error } = useIdentityValue(path);
  const [refused, setRefused] = useState<string | null>(null);
  const change = (text: string) => {
    const level = Number(text);
    const fits = text === "" || isLevel(level);
    setRefused(fits ? null : text);
    if (fits) setValue(text === "" ? undefined : level);
  };
  return (
    <Field
      id={placeOf(path)}
      label={
        <>
          {words(dimension)} <span className="ml-1.5 font-normal text-muted">{LINES[dimension]}</span>
        </>
      }
      error={refused === null ? error : "A whole number from 1 to 5, or nothing."}
    >
      <Input
        type="number"
        inputMode="numeric"
        min={1}
        max={5}
        step={1}
        value={refused ?? (typeof value === "number" ? value : "")}
        onChange={(event) => change(event.target.value)}
        onBlur={() => setRefused(null)}
        className="max-w-24"
      />
    </Field>
  );
}
