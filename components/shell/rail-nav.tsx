"use client";

import { ShieldCheck } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useId } from "react";
import { Link } from "@/components/ui/link";
import { can } from "@/lib/access";
import { SECTION_GROUPS, sectionAt } from "./sections";
import type { ShellBrand } from "./types";

type RailLinkProps = {
  href: string;
  icon: ReactNode;
  current: false | "page" | "true";
  children: ReactNode;
  onNavigate?: () => void;
};

function RailLink({ href, icon, current, children, onNavigate }: RailLinkProps) {
  return (
    <li>
      <Link
        href={href}
        onNavigate={onNavigate}
        aria-current={current || undefined}
        data-focus-first={current || undefined}
        className="flex h-7.5 items-center gap-2.5 rounded-lg px-2.5 text-muted transition-colors hover:bg-hover hover:text-ink aria-[current]:bg-active aria-[current]:font-medium aria-[current]:text-ink max-lg:h-11 [&_svg]:size-4 [&_svg]:shrink-0"
      >
        {icon}
        <span className="truncate">{children}</span>
      </Link>
    </li>
  );
}

function RailGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div>
      <p id={id} className="px-2.5 pb-1 font-medium text-faint text-xs">
        {title}
      </p>
      <ul aria-labelledby={id} className="flex flex-col gap-px">
        {children}
      </ul>
    </div>
  );
}

type RailNavProps = { brand: Pick<ShellBrand, "slug" | "role"> | null; hubAdmin: boolean; onNavigate?: () => void };

export function RailNav({ brand, hubAdmin, onNavigate }: RailNavProps) {
  const pathname = usePathname();
  const base = `/b/${brand?.slug}`;
  // The frame of a page that doesn't exist shows the active brand, which may be another.
  const here = `${pathname}/`.startsWith(`${base}/`) && sectionAt(pathname);
  return (
    <nav aria-label="Hub" className="flex flex-col gap-4">
      {brand
        ? SECTION_GROUPS.map(({ title, sections }) => (
            <RailGroup key={title} title={title}>
              {sections.map((section) => {
                const path = can(brand.role, "manage") ? section.path : (section.forOthers ?? section.path);
                const href = base + path;
                const current = section === here && (pathname === href ? "page" : "true");
                return (
                  <RailLink
                    key={section.path}
                    href={href}
                    icon={<section.Icon aria-hidden="true" />}
                    current={current}
                    onNavigate={onNavigate}
                  >
                    {section.label}
                  </RailLink>
                );
              })}
            </RailGroup>
          ))
        : null}
      {hubAdmin ? (
        <RailGroup title="Hub">
          <RailLink
            href="/admin"
            icon={<ShieldCheck aria-hidden="true" />}
            current={pathname.startsWith("/admin") && (pathname === "/admin" ? "page" : "true")}
            onNavigate={onNavigate}
          >
            Admin
          </RailLink>
        </RailGroup>
      ) : null}
    </nav>
  );
}
