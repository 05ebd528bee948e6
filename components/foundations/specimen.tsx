"use client";

import type {
  StoredBorder,
  StoredDuration,
  StoredEasing,
  StoredLength,
  StoredShadowLayer,
  StoredTransition,
} from "@/lib/brand-document";
import type { FoundationGroup } from "@/lib/contract";
import { borderCss, lengthCss, shadowCss, type TokenValue } from "@/lib/foundations";
import { MotionSpecimen } from "./motion-specimen";

type SpecimenProps = { group: FoundationGroup; name: string; value: TokenValue<FoundationGroup> };

/** Where motion is shown of which a token says only a part. */
const STANDARD: StoredEasing = [0.2, 0, 0, 1];
const NO_TIME: StoredDuration = { value: 0, unit: "ms" };
const WHILE: StoredDuration = { value: 600, unit: "ms" };

/** A token as it looks, at its true size. Values say the same in words beside it. */
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
