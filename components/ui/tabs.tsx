"use client";

import { Tabs as RadixTabs } from "radix-ui";
import type { ReactNode } from "react";
import { tabClass, tabListClass } from "./styles";

export type TabItem = { value: string; label: ReactNode; content: ReactNode };

type TabsProps = {
  label: string;
  items: readonly TabItem[];
  value?: string;
  onValueChange?: (value: string) => void;
  /** Renders all panels, and shows them if scripts are off. */
  withoutScript?: boolean;
};

/** One panel shows at a time. For tabs that change the URL use TabNav. */
export function Tabs({ label, items, value, onValueChange, withoutScript }: TabsProps) {
  return (
    <RadixTabs.Root
      value={value}
      defaultValue={value === undefined ? items[0]?.value : undefined}
      onValueChange={onValueChange}
    >
      <RadixTabs.List aria-label={label} className={tabListClass}>
        {items.map((item) => (
          <RadixTabs.Trigger key={item.value} value={item.value} className={tabClass}>
            {item.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {items.map((item) => (
        <RadixTabs.Content
          key={item.value}
          value={item.value}
          forceMount={withoutScript || undefined}
          className="rounded-lg pt-4 data-[state=inactive]:hidden noscript:data-[state=inactive]:block"
        >
          {item.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
