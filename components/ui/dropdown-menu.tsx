"use client";

import { Check } from "lucide-react";
import { DropdownMenu as RadixMenu } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { Link } from "./link";
import { cx, floatingClass, menuItemClass } from "./styles";

type DropdownMenuProps = {
  trigger: ReactElement;
  defaultOpen?: boolean;
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
  className?: string;
  children: ReactNode;
};

/**
 * A menu of actions. It stays in its landmark instead of a portal. Render a dialog that an item opens next to the menu
 * and control it with `open`.
 */
export function DropdownMenu({
  trigger,
  defaultOpen,
  align = "end",
  side = "bottom",
  className,
  children,
}: DropdownMenuProps) {
  return (
    <RadixMenu.Root modal={false} defaultOpen={defaultOpen}>
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      <RadixMenu.Content
        align={align}
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className={cx(
          floatingClass,
          "max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-80 overflow-y-auto p-1",
          className,
        )}
      >
        {children}
      </RadixMenu.Content>
    </RadixMenu.Root>
  );
}

export function MenuSeparator() {
  return <RadixMenu.Separator className="my-1 h-px bg-line" />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <RadixMenu.Label className="px-2.5 py-1.5 text-muted text-xs">{children}</RadixMenu.Label>;
}

type MenuItemProps = {
  children: ReactNode;
  icon?: ReactNode;
  href?: string;
  onSelect?: () => void;
  tone?: "neutral" | "danger";
  disabledReason?: string | null | false;
};

/** A menu action or link. With `disabledReason` it stays focusable and shows why. */
export function MenuItem(props: MenuItemProps) {
  const { children, icon, href, onSelect, tone = "neutral", disabledReason } = props;
  const danger = tone === "danger" && !disabledReason;
  const look = cx(menuItemClass, danger ? "text-danger" : "[&_svg]:text-muted");
  const content = (
    <>
      {icon}
      <span className="flex min-w-0 grow flex-col">
        <span className="truncate">{children}</span>
        {disabledReason ? <span className="text-muted text-xs">{disabledReason}</span> : null}
      </span>
    </>
  );
  if (href && !disabledReason) {
    return (
      <RadixMenu.Item asChild onSelect={onSelect} className={look}>
        <Link href={href}>{content}</Link>
      </RadixMenu.Item>
    );
  }
  return (
    <RadixMenu.Item
      className={look}
      aria-disabled={disabledReason ? true : undefined}
      onSelect={disabledReason ? (event) => event.preventDefault() : onSelect}
    >
      {content}
    </RadixMenu.Item>
  );
}

type MenuChoiceProps = {
  value: string;
  options: readonly { value: string; label: ReactNode; icon?: ReactNode }[];
  onValueChange: (value: string) => void;
};

export function MenuChoice({ value, options, onValueChange }: MenuChoiceProps) {
  return (
    <RadixMenu.RadioGroup value={value} onValueChange={onValueChange}>
      {options.map((option) => (
        <RadixMenu.RadioItem
          key={option.value}
          value={option.value}
          className={cx(menuItemClass, "[&_svg]:text-muted")}
        >
          {option.icon}
          <span className="grow">{option.label}</span>
          <RadixMenu.ItemIndicator>
            <Check aria-hidden="true" />
          </RadixMenu.ItemIndicator>
        </RadixMenu.RadioItem>
      ))}
    </RadixMenu.RadioGroup>
  );
}
