"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import {
  borderCss,
  easingCss,
  lengthCss,
  type StoredBorder,
  type StoredDuration,
  type StoredEasing,
  type StoredLength,
  type StoredShadowLayer,
  type StoredTransition,
  shadowCss,
  type TokenValue,
} from "@/lib/content";
import type { FoundationGroup } from "@/lib/contract";

type MotionSpecimenProps = { name: string; transition: StoredTransition; curve?: boolean };

function MotionSpecimen({ name, transition, curve = false }: MotionSpecimenProps) {
  const [there, setThere] = useState(false);
  const { duration, delay, timingFunction } = transition;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      {curve ? <Curve points={timingFunction} /> : null}
      <Button size="sm" icon={<Play />} aria-label={`Play ${name}`} onClick={() => setThere(!there)}>
        Play
      </Button>
      <div aria-hidden="true" className="h-8 min-w-32 max-w-80 grow overflow-clip rounded-full bg-sunken p-1">
        <div
          data-specimen={name}
          className="flex h-full w-full justify-start motion-reduce:transition-none!"
          style={{
            transform: there ? "translateX(calc(100% - 1.5rem))" : "none",
            transition: `transform ${lengthCss(duration)} ${easingCss(timingFunction)} ${lengthCss(delay)}`,
          }}
        >
          <span className="size-6 rounded-full bg-accent" />
        </div>
      </div>
      <p className="hidden basis-full text-[0.8125rem] text-muted motion-reduce:block">
        Your system reduces motion, so the dot jumps.
      </p>
    </div>
  );
}

const SIZE = 48;

function Curve({ points: [x1, y1, x2, y2] }: { points: StoredEasing }) {
  const at = (x: number, y: number) => `${x * SIZE} ${SIZE - y * SIZE}`;
  return (
    <svg viewBox={`-2 -10 ${SIZE + 4} ${SIZE + 20}`} className="h-17 w-13 shrink-0 text-accent" aria-hidden="true">
      <rect width={SIZE} height={SIZE} className="fill-sunken stroke-line" />
      <path
        d={`M ${at(0, 0)} C ${at(x1, y1)}, ${at(x2, y2)}, ${at(1, 1)}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}

type SpecimenProps = { group: FoundationGroup; name: string; value: TokenValue<FoundationGroup> };

/** Demo values for the parts of motion that a token leaves out. */
const STANDARD: StoredEasing = [0.2, 0, 0, 1];
const NO_TIME: StoredDuration = { value: 0, unit: "ms" };
const WHILE: StoredDuration = { value: 600, unit: "ms" };

/** Shows a token at true size. The values next to it say the same in words. */
export function Specimen({ group, name, value }: SpecimenProps) {
  switch (group) {
    case "spacing":
      return (
        <div aria-hidden="true" className="flex h-8 items-stretch overflow-clip">
          <span className="w-8 shrink-0 rounded-l bg-active" />
          <span
            className="shrink-0 border-accent border-y border-dashed bg-accent-soft"
            style={{ width: lengthCss(value as StoredLength) }}
          />
          <span className="w-8 shrink-0 rounded-r bg-active" />
        </div>
      );
    case "radius":
      return (
        <div
          aria-hidden="true"
          className="h-20 w-32 border-2 border-ink bg-sunken"
          style={{ borderRadius: lengthCss(value as StoredLength) }}
        />
      );
    case "border":
      return (
        <div
          aria-hidden="true"
          className="h-14 w-full max-w-64 rounded-md bg-white"
          style={{ border: borderCss(value as StoredBorder) }}
        />
      );
    case "shadow":
      return (
        <div aria-hidden="true" className="overflow-clip rounded-lg bg-[#f4f4f5] p-8">
          <div
            className="h-14 w-full max-w-52 rounded-lg bg-white"
            style={{ boxShadow: shadowCss(value as StoredShadowLayer[]) }}
          />
        </div>
      );
    case "duration":
      return (
        <MotionSpecimen
          name={name}
          transition={{ duration: value as StoredDuration, delay: NO_TIME, timingFunction: STANDARD }}
        />
      );
    case "easing":
      return (
        <MotionSpecimen
          name={name}
          curve
          transition={{ duration: WHILE, delay: NO_TIME, timingFunction: value as StoredEasing }}
        />
      );
    case "transition":
      return <MotionSpecimen name={name} curve transition={value as StoredTransition} />;
  }
}
