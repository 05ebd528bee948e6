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
import { Details, type DetailsProps } from "./text";
import { useToast } from "./toast-context";
import { type TypeAhead, useTypeAhead } from "./type-ahead";

type Trigger = ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement>; "data-state"?: string }>;

export type LateOverlay = { trigger: ReactElement; defaultOpen: boolean; ahead: TypeAhead };

type LateTriggerProps<Props> = {
  load: () => Promise<ComponentType<Props & LateOverlay>>;
  trigger: Trigger;
  popup: "menu" | "dialog";
  overlay: Props;
};

/**
 * Loads a menu's or popover's code on hover or focus. The overlay then takes over the trigger and its focus, and opens
 * if the trigger was clicked while loading. It waits between press and click.
 */
export function LateTrigger<Props extends object>({ load, trigger, popup, overlay }: LateTriggerProps<Props>) {
  const [taken, setTaken] = useState<{
    Overlay: ComponentType<Props & LateOverlay>;
    open: boolean;
  } | null>(null);
  const toast = useToast();
  const element = useRef<HTMLElement>(null);
  const pressing = useRef(false);
  const clicked = useRef(false);
  const ahead = useTypeAhead();
  const hadFocus = useRef(false);

  const come = () =>
    load().then(
      (Overlay) => {
        // A button replaced between press and click never gets the click.
        if (pressing.current) return;
        hadFocus.current = document.activeElement === element.current;
        // Menus have no input for the typed text.
        if (popup === "menu") ahead.take();
        setTaken({ Overlay, open: clicked.current });
      },
      () => {
        if (clicked.current) toast({ tone: "danger", title: UNREACHABLE });
        ahead.take();
        clicked.current = false;
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
      clicked.current = true;
      ahead.keep();
      released();
    },
  });
}

/** The same as `Details`, but renders its content when it is first opened: a page of many forms stays small. */
export function LateDetails({ children, ...rest }: DetailsProps) {
  const [opened, setOpened] = useState(false);
  const look = (details: HTMLDetailsElement | null) => {
    if (details?.open) setOpened(true);
  };
  return (
    <Details {...rest} ref={look} onToggle={(event) => look(event.currentTarget)}>
      {opened ? children : null}
    </Details>
  );
}
