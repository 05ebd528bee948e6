"use client";

import { Check, X } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { ContentText } from "@/components/ui/content-text";
import { cx } from "@/components/ui/cx";
import { type ForbiddenAct, forbiddenActs, type LogoGround } from "@/lib/logos";
import { LogoFigure } from "./logo-figure";
import { MinimumSize } from "./minimum-size";
import type { ShownLogo } from "./types";

const ACTS: Record<ForbiddenAct, { name: string; look: CSSProperties }> = {
  stretch: { name: "stretched", look: { transform: "scale(1.25, 0.6)" } },
  rotate: { name: "turned", look: { transform: "rotate(-18deg)" } },
  mirror: { name: "mirrored", look: { transform: "scaleX(-1)" } },
  // Black, white and grey take a colour too.
  recolour: { name: "recoloured", look: { filter: "invert(0.4) sepia(1) saturate(9) hue-rotate(250deg)" } },
  effect: { name: "with effects", look: { filter: "drop-shadow(0 5px 3px #777) drop-shadow(0 0 6px #f0f)" } },
  busy: {
    name: "on a busy ground",
    look: { background: "repeating-conic-gradient(#c2410c 0 9deg, #facc15 0 18deg, #0f766e 0 27deg, #1d4ed8 0 36deg)" },
  },
};

type LogoDosProps = {
  logo: ShownLogo;
  rules: readonly string[];
  stated: { allowed: readonly LogoGround[]; forbidden: readonly LogoGround[] };
  /** What the logo is drawn on where the picture is not of a ground. */
  ground: LogoGround;
};

/** What the brand's rules say of a logo, as pictures: nothing is drawn that they do not state. */
export function LogoDos({ logo, rules, stated, ground }: LogoDosProps) {
  const { item, src, clearSpace } = logo;
  const draw = (name: string, space: ShownLogo["clearSpace"] | null = null) => (
    <LogoFigure item={item} src={src} name={`${item.label}, ${name}`} clearSpace={space} />
  );
  const acts = forbiddenActs(rules);
  const drawsNone = clearSpace.kind === "none" && stated.allowed.length + stated.forbidden.length + acts.length === 0;
  return (
    <section aria-label="Do’s and don’ts" className="flex min-w-0 flex-col gap-3">
      <h3 className="font-semibold">Do’s and don’ts</h3>
      {drawsNone ? <p className="text-muted">The rules state nothing yet that can be drawn.</p> : null}
      <ul className="grid grid-cols-2 gap-3">
        {clearSpace.kind === "none" ? null : (
          <Drawn good ground={ground} caption="Keep this room free around it">
            {draw("with its clear space", clearSpace)}
          </Drawn>
        )}
        {stated.allowed.map((one) => (
          <Drawn key={one.id} good ground={one} caption={onGround(one)}>
            {draw(`allowed on ${one.name}`)}
          </Drawn>
        ))}
        {stated.forbidden.map((one) => (
          <Drawn key={one.id} ground={one} caption={onGround(one)}>
            {draw(`not on ${one.name}`)}
          </Drawn>
        ))}
        {acts.map(({ act, rule }) => (
          <Drawn key={act} ground={ground} caption={<ContentText>{rule}</ContentText>}>
            <div className="size-full" style={ACTS[act].look}>
              {draw(`not ${ACTS[act].name}`)}
            </div>
          </Drawn>
        ))}
      </ul>
      <MinimumSize logo={logo} ground={ground} />
      {rules.length > 0 ? (
        <ul className="flex list-disc flex-col gap-1 text-muted">
          {rules.map((rule) => (
            <ContentText as="li" key={rule} className="ms-5">
              {rule}
            </ContentText>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

const onGround = ({ name }: LogoGround) => (
  <>
    On <ContentText>{name}</ContentText>
  </>
);

type DrawnProps = { good?: boolean; ground: LogoGround; caption: ReactNode; children: ReactNode };

function Drawn({ good = false, ground, caption, children }: DrawnProps) {
  const Icon = good ? Check : X;
  return (
    <li className="min-w-0">
      <figure className="flex min-w-0 flex-col gap-1.5">
        <div
          className={cx(
            "flex h-28 items-center justify-center overflow-clip rounded-lg border border-line p-5",
            ground.dark ? "text-white" : "text-black",
          )}
          style={{ background: ground.hex }}
        >
          {children}
        </div>
        <figcaption className="flex gap-1.5 text-[0.8125rem]">
          <Icon
            role="img"
            aria-label={good ? "Do" : "Don’t"}
            className={cx("mt-0.5 size-3.5 shrink-0", good ? "text-success" : "text-danger")}
          />
          <span className="min-w-0">{caption}</span>
        </figcaption>
      </figure>
    </li>
  );
}
