"use client";

import { Check } from "lucide-react";
import Link from "next/link";
import { DropdownMenu as RadixMenu } from "radix-ui";
import type { ReactNode } from "react";
import { cx, menuItemClass } from "./styles";

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
