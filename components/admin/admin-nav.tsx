import { TabNav } from "@/components/ui/tab-nav";

const PAGES = [
  { href: "/admin", label: "Overview" },
  { href: "/admin/tools", label: "Tools" },
  { href: "/admin/brands", label: "Brands" },
  { href: "/admin/entitlements", label: "Entitlements" },
  { href: "/admin/people", label: "People" },
  { href: "/admin/sign-in", label: "Signing in" },
  { href: "/admin/requests", label: "Requests" },
  { href: "/admin/activity", label: "Activity" },
];

export function AdminNav({ current }: { current: string }) {
  return <TabNav label="Administration" items={PAGES.map((page) => ({ ...page, current: page.href === current }))} />;
}
