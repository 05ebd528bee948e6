"use client";

import {
  type ComponentType,
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type Ref,
  useRef,
  useState,
} from "react";
import { UNREACHABLE } from "./reached";
import { useToast } from "./toast-context";
import { type TypeAhead, useTypeAhead } from "./type-ahead";

type Trigger = ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement>; "data-state"?: string }>;

/** What every overlay gets that comes late: its trigger, whether it is asked for already, and what is typed until its search box has the focus. */
export type LateOverlay = { trigger: ReactElement; defaultOpen: boolean; ahead: TypeAhead };

type LateTriggerProps<Props> = {
  load: () => Promise<ComponentType<Props & LateOverlay>>;
  trigger: Trigger;
  popup: "menu" | "dialog";
  overlay: Props;
};

/**
 * The trigger of a menu or popover whose code is fetched when somebody comes near it, by pointer or focus. From then on the overlay itself has the
 * trigger: it takes over between two presses, with the focus, and open if it was pressed meanwhile.
 */
export function LateTrigger<Props extends object>({ load, trigger, popup, overlay }: LateTriggerProps<Props>) {
  const [taken, setTaken] = useState<{
    Overlay: ComponentType<Props & LateOverlay>;
    open: boolean;
  } | null>(null);
  const toast = useToast();
  const element = useRef<HTMLElement>(null);
  const pressing = useRef(false);
  const asked = useRef(false);
  const ahead = useTypeAhead();
  const hadFocus = useRef(false);

  const come = () =>
    load().then(
      (Overlay) => {
        // A button that goes between a press and its click never hears the click.
        if (pressing.current) return;
        hadFocus.current = document.activeElement === element.current;
        // A menu has no box that would take it.
        if (popup === "menu") ahead.take();
        setTaken({ Overlay, open: asked.current });
      },
      () => {
        if (asked.current) toast({ tone: "danger", title: UNREACHABLE });
        ahead.take();
        asked.current = false;
      },
    );
  const released = () => {
    pressing.current = false;
    void come();
  };
  const takeFocus = (next: HTMLElement | null) => {
    if (!next || !hadFocus.current) return;
    hadFocus.current = false;
    next.focus();
  };
  if (taken)
    return (
      <taken.Overlay
        {...overlay}
        trigger={cloneElement(trigger, { ref: takeFocus })}
        defaultOpen={taken.open}
        ahead={ahead}
      />
    );
  return cloneElement(trigger, {
    ref: element,
    "aria-haspopup": popup,
    "aria-expanded": false,
    "data-state": "closed",
    onPointerEnter: () => void come(),
    onFocus: () => void come(),
    onPointerDown: () => {
      pressing.current = true;
    },
    onPointerCancel: released,
    onPointerLeave: released,
    onClick: () => {
      asked.current = true;
      ahead.keep();
      released();
    },
  });
}
