import { redirect } from "next/navigation";
import { can } from "@/lib/access";
import { brandFrame } from "@/lib/web/auth/current-user";

export default async function DevelopersPage({ params }: { params: Promise<{ brand: string }> }) {
  const { brand } = await params;
  const { access } = await brandFrame(brand);
  redirect(`/b/${brand}/developers/${can(access.role, "manage") ? "keys" : "webhooks"}`);
}
