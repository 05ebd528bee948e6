import type { CSSProperties, ReactNode } from "react";
import { ContentText } from "@/components/ui/content-text";
import {
  borderCss,
  GROUP_NAMES,
  lengthCss,
  type StoredDuration,
  type StoredEasing,
  type StoredFoundations,
  shadowCss,
  type TokenValue,
  tokensOf,
  tokenText,
} from "@/lib/content";
import { FOUNDATION_GROUPS, type FoundationGroup } from "@/lib/contract";
import type { Reading, Share } from "./chapter";
import { MotionSpecimen } from "./motion-specimen";

const TILES = "grid gap-x-5 gap-y-4";
const WIDE = `${TILES} grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]`;
const NARROW = `${TILES} grid-cols-[repeat(auto-fill,minmax(5rem,1fr))]`;
const MOTION = "flex flex-col gap-3";

type About = { description: string; share: Share; look: string };

const ABOUT: Readonly<Record<FoundationGroup, About>> = {
  spacing: { description: "Space between and inside elements.", share: 2, look: "flex flex-col gap-2" },
  radius: { description: "Corner rounding.", share: 2, look: NARROW },
  border: { description: "Lines around and between elements.", share: 2, look: WIDE },
  shadow: { description: "How far an element rises above its background.", share: 2, look: WIDE },
  duration: { description: "How long motion takes.", share: 3, look: MOTION },
  easing: { description: "How motion speeds up and slows down.", share: 3, look: MOTION },
  transition: { description: "Duration, delay and easing combined.", share: 3, look: MOTION },
};

export const FOUNDATION_SECTIONS = FOUNDATION_GROUPS.map((group) => ({
  ...ABOUT[group],
  id: group,
  title: GROUP_NAMES[group],
  paths: [`foundations.${group}`],
}));

/** At most `most` tokens of a group are shown. */
export const foundationSections = (foundations: StoredFoundations | undefined, most?: number) =>
  FOUNDATION_SECTIONS.map((section) => ({ ...section, reading: tokenList(section.id, foundations, most) }));

type Draw<Group extends FoundationGroup> = (name: string, value: TokenValue<Group>, text: string) => ReactNode;

const DRAW: { readonly [Group in FoundationGroup]: Draw<Group> } = {
  spacing: (name, value, text) => (
    <div className="grid grid-cols-[minmax(3rem,6rem)_minmax(0,1fr)_auto] items-center gap-3">
      <Name>{name}</Name>
      <span aria-hidden="true" className="h-5 max-w-full rounded-xs bg-accent" style={{ width: lengthCss(value) }} />
      <Value>{text}</Value>
    </div>
  ),
  radius: (name, value, text) => (
    <Tile name={name} text={text}>
      <span
        aria-hidden="true"
        className="size-20 border-2 border-accent bg-raised"
        style={{ borderRadius: lengthCss(value) }}
      />
    </Tile>
  ),
  border: (name, value, text) => (
    <Tile name={name} text={text}>
      <Plate style={{ border: borderCss(value) }} />
    </Tile>
  ),
  shadow: (name, value, text) => (
    <Tile name={name} text={text}>
      <Plate style={{ boxShadow: shadowCss(value) }} />
    </Tile>
  ),
  duration: (name, value, text) => (
    <MotionSpecimen name={name} text={text} transition={{ ...STANDARD, duration: value }} />
  ),
  easing: (name, value, text) => (
    <MotionSpecimen name={name} text={text} transition={{ ...STANDARD, timingFunction: value }}>
      <Curve points={value} />
    </MotionSpecimen>
  ),
  transition: (name, value, text) => (
    <MotionSpecimen name={name} text={text} transition={value}>
      <Curve points={value.timingFunction} />
    </MotionSpecimen>
  ),
};

function tokenList<Group extends FoundationGroup>(
  group: Group,
  foundations: StoredFoundations | undefined,
  most: number | undefined,
): Reading {
  const { look } = ABOUT[group];
  const draw: Draw<Group> = DRAW[group];
  const tokens = tokensOf(foundations, group).slice(0, most);
  if (tokens.length === 0) return null;
  return (
    <>
      <ul className={look}>
        {tokens.map(([name, value]) => (
          <li key={name} className="min-w-0">
            {draw(name, value, tokenText(group, value))}
          </li>
        ))}
      </ul>
      {look === MOTION ? (
        <p className="mt-2 hidden text-[0.8125rem] text-muted motion-reduce:block">
          Your system reduces motion, so the dot jumps.
        </p>
      ) : null}
    </>
  );
}

const Name = ({ children }: { children: string }) => (
  <ContentText className="min-w-0 font-medium wrap-anywhere">{children}</ContentText>
);
const Value = ({ children }: { children: string }) => (
  <span className="min-w-0 text-[0.8125rem] text-muted tabular-nums wrap-anywhere">{children}</span>
);

function Tile({ name, text, children }: { name: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      {children}
      <p className="flex flex-col">
        <Name>{name}</Name>
        <Value>{text}</Value>
      </p>
    </div>
  );
}

/** Always in the light theme, because brands choose lines and shadows for light backgrounds. */
function Plate({ style }: { style: CSSProperties }) {
  return (
    <span aria-hidden="true" className="scheme-light block overflow-clip rounded-lg bg-raised p-5">
      <span className="block h-14 rounded-md bg-canvas" style={style} />
    </span>
  );
}

/** What the specimen adds to a token that sets only a part of the motion. */
const STANDARD = {
  duration: { value: 600, unit: "ms" } as StoredDuration,
  delay: { value: 0, unit: "ms" } as StoredDuration,
  timingFunction: [0.2, 0, 0, 1] as StoredEasing,
};

const SIZE = 48;

function Curve({ points: [x1, y1, x2, y2] }: { points: StoredEasing }) {
  const at = (x: number, y: number) => `${Math.round(x * SIZE)} ${Math.round(SIZE - y * SIZE)}`;
  return (
    <svg viewBox={`-2 -10 ${SIZE + 4} ${SIZE + 20}`} className="h-15 w-11.5 shrink-0 text-accent" aria-hidden="true">
      <rect width={SIZE} height={SIZE} className="fill-raised stroke-line" />
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
