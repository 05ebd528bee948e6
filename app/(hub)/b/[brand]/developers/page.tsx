import { redirect } from "next/navigation";

/** The developer area opens with its keys. */
export default async function DevelopersPage({ params }: { params: Promise<{ brand: string }> }) {
  redirect(`/b/${(await params).brand}/developers/keys`);
}
