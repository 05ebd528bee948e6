"use client";

import { usePathname, useRouter } from "next/navigation";
import { useTransition } from "react";
import { useToast } from "@/components/ui/toast-context";
import { useLeaveGuard } from "./leave-guard";
import { expectSwitch } from "./other-tabs";
import { sectionToKeep } from "./sections";
import type { ShellActions, ShellBrand } from "./types";

/** Switches brands and stays in the same section. Asks about unsaved edits first. */
export function useBrandSwitch(current: ShellBrand | null, switchBrand: ShellActions["switchBrand"]) {
  const pathname = usePathname();
  const router = useRouter();
  const showToast = useToast();
  const { leave } = useLeaveGuard();
  const [switching, startTransition] = useTransition();

  function switchTo(brand: ShellBrand) {
    const section = sectionToKeep(pathname, brand.role);
    if (brand.id === current?.id) {
      if (!pathname.startsWith(`/b/${brand.slug}`)) leave(() => router.push(`/b/${brand.slug}`));
      return;
    }
    leave(() =>
      startTransition(async () => {
        expectSwitch(brand);
        const result = await switchBrand(brand.id, section);
        if (result?.status !== "error") return;
        expectSwitch(null);
        showToast({ title: `Can’t switch to ${brand.name}`, description: result.message, tone: "danger" });
      }),
    );
  }
  return { switchTo, switching };
}
