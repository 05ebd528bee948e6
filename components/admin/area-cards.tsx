import { TabNav } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text";
import type { HubOverview } from "@/lib/brands";

type Area = { href: string; label: string; figure: string; notes: readonly string[] };

const number = (count: number) => count.toLocaleString("en");

const some = (count: number, words: string): string[] => (count > 0 ? [`${number(count)} ${words}`] : []);

function areasOf({ tools, brands, people, adminsNeedTwoFactor, deliveries }: HubOverview): Area[] {
  const silent = deliveries.filter(({ pause }) => pause !== null && pause !== "tool_disabled").length;
  return [
    {
      href: "/admin/tools",
      label: "Tools",
      figure: number(tools.registered),
      notes: [...some(tools.disabled, "disabled"), ...some(silent, "without an active signing secret")],
    },
    { href: "/admin/brands", label: "Brands", figure: number(brands.living), notes: some(brands.archived, "archived") },
    {
      href: "/admin/people",
      label: "People",
      figure: number(people.active),
      notes: [
        ...some(people.administrators, people.administrators === 1 ? "hub administrator" : "hub administrators"),
        ...some(people.deactivated, "deactivated"),
      ],
    },
    {
      href: "/admin/sign-in",
      label: "Sign-in policy",
      figure: adminsNeedTwoFactor ? "Required" : "Optional",
      notes: ["Two-factor authentication for administrators"],
    },
  ];
}

export function AreaCards({ overview }: { overview: HubOverview }) {
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {areasOf(overview).map(({ href, label, figure, notes }) => (
        <li key={href} className="rounded-xl border border-line bg-surface px-5 py-4">
          <p>
            <TextLink href={href} quiet>
              {label}
            </TextLink>
          </p>
          <p className="mt-1 font-semibold text-xl tabular-nums tracking-tight">{figure}</p>
          {notes.map((note) => (
            <p key={note} className="text-[0.8125rem] text-muted">
              {note}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

const PAGES = [
  { href: "/admin", label: "Overview" },
  { href: "/admin/tools", label: "Tools" },
  { href: "/admin/brands", label: "Brands" },
  { href: "/admin/entitlements", label: "Entitlements" },
  { href: "/admin/people", label: "People" },
  { href: "/admin/sign-in", label: "Sign-in policy" },
  { href: "/admin/requests", label: "Requests" },
  { href: "/admin/activity", label: "Activity" },
];

export function AdminNav({ current }: { current: string }) {
  return <TabNav label="Administration" items={PAGES.map((page) => ({ ...page, current: page.href === current }))} />;
}
