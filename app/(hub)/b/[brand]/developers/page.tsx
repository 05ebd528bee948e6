import { redirect } from "next/navigation";

export default async function DevelopersPage({ params }: { params: Promise<{ brand: string }> }) {
  redirect(`/b/${(await params).brand}/developers/keys`);
}
