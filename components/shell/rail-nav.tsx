"use client";

import { ShieldCheck } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { SECTIONS, sectionAt } from "./sections";

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
        className="flex h-8 items-center gap-2.5 rounded-lg px-2.5 text-muted transition-colors hover:bg-hover hover:text-ink aria-[current]:bg-active aria-[current]:font-medium aria-[current]:text-ink max-lg:h-11 [&_svg]:size-4 [&_svg]:shrink-0"
      >
        {icon}
        <span className="truncate">{children}</span>
      </Link>
    </li>
  );
}

type RailNavProps = { slug: string | null; hubAdmin: boolean; onNavigate?: () => void };

export function RailNav({ slug, hubAdmin, onNavigate }: RailNavProps) {
  const pathname = usePathname();
  const here = sectionAt(pathname);
  return (
    <nav aria-label="Hub" className="flex flex-col gap-4">
      {slug ? (
        <ul className="flex flex-col gap-0.5">
          {SECTIONS.map((section) => {
            const href = `/b/${slug}${section.path}`;
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
        </ul>
      ) : null}
      {hubAdmin ? (
        <ul className="flex flex-col gap-0.5 border-line border-t pt-4">
          <RailLink
            href="/admin"
            icon={<ShieldCheck aria-hidden="true" />}
            current={pathname.startsWith("/admin") && (pathname === "/admin" ? "page" : "true")}
            onNavigate={onNavigate}
          >
            Admin
          </RailLink>
        </ul>
      ) : null}
    </nav>
  );
}
