"use client";

import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useRef,
} from "react";
import { joinIds } from "./cx";
import { useLate } from "./hooks";

const loadBubble = () => import("./tooltip-bubble").then(({ TooltipBubble }) => TooltipBubble);

/** So long a pointer rests on a control before it is told about; not where it comes from another one's tooltip. */
const REST_MS = 300;
const SWEEP_MS = 200;
/** Long enough for a pointer to cross from the control to what is said of it. */
const CROSSING_MS = 120;

let closedAtMs = Number.NEGATIVE_INFINITY;

type TooltipProps = {
  content: ReactNode;
  children: ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }>;
  side?: "top" | "right" | "bottom" | "left";
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/**
 * Shows `content` beside its one child on hover and keyboard focus, until Escape. Never the only place of a name: touch screens show it seldom.
 * The child stays the element that it is; what shows the text is fetched when it is first needed.
 */
export function Tooltip({ content, children, side = "top", open, onOpenChange }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { part: Bubble, need } = useLate(loadBubble);
  useEffect(() => {
    if (open) need(nothing, nothing);
  }, [open, need]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (next: boolean, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!next) closedAtMs = performance.now();
      onOpenChange(next);
    }, afterMs);
  };
  const leave = () => change(false, CROSSING_MS);
  const { props } = children;
  const { ref: own } = props;
  /** What else stands beside the child, such as the menu that it opens, holds it too. */
  const hold = useCallback(
    (element: HTMLElement | null) => {
      anchor.current = element;
      if (typeof own === "function") return own(element);
      if (own) own.current = element;
    },
    [own],
  );
  const shown = open && Bubble !== null;
  const trigger = cloneElement(children, {
    ref: hold,
    "aria-describedby": joinIds(props["aria-describedby"], shown && id),
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      props.onPointerEnter?.(event);
      if (event.pointerType === "touch") return;
      loadBubble().catch(nothing);
      change(true, open || performance.now() - closedAtMs < SWEEP_MS ? 0 : REST_MS);
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      props.onPointerLeave?.(event);
      leave();
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      props.onPointerDown?.(event);
      clearTimeout(timer.current);
      if (open) onOpenChange(false);
    },
    // Focus that comes back from a closed dialog after a mouse press must not open it again.
    onFocus: (event: FocusEvent<HTMLElement>) => {
      props.onFocus?.(event);
      if (event.currentTarget.matches(":focus-visible")) change(true, 0);
    },
    // A dialog pulls the focus back when something in it vanishes between one control's losing it and the next one's having it.
    onBlur: (event: FocusEvent<HTMLElement>) => {
      props.onBlur?.(event);
      change(false, 0);
    },
  });
  return (
    <>
      {trigger}
      {shown ? (
        <Bubble
          id={id}
          anchor={anchor}
          side={side}
          onClose={() => change(false, 0)}
          onPointerEnter={() => clearTimeout(timer.current)}
          onPointerLeave={leave}
        >
          {content}
        </Bubble>
      ) : null}
    </>
  );
}

const nothing = () => {};
