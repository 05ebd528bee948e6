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
import { useLate } from "./hooks";
import { joinIds } from "./styles";

const loadBubble = () => import("./tooltip-bubble").then(({ TooltipBubble }) => TooltipBubble);

/** Hover time before the tooltip shows. Skipped if another tooltip was just open. */
const REST_MS = 300;
const SWEEP_MS = 200;
/** Lets the pointer cross from the control to the tooltip. */
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
 * Shows `content` on hover and keyboard focus. Never the only place of a name: touch screens rarely show it. The code
 * loads on first use and the child's element is not replaced.
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
  /** Keeps the child's own ref, for example of a menu that it opens. */
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
    // Only for keyboard focus: focus returned by a dialog after a mouse press must not reopen it. A dialog that opens
    // moves the focus too, and its first Escape would only close the tooltip.
    onFocus: (event: FocusEvent<HTMLElement>) => {
      props.onFocus?.(event);
      const { currentTarget, relatedTarget } = event;
      const dialog = currentTarget.closest("[role=dialog]");
      if (dialog?.contains(relatedTarget) !== false && currentTarget.matches(":focus-visible")) change(true, 0);
    },
    // A closing dialog may move the focus, so blur closes the tooltip without a delay.
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
