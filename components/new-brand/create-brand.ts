import { type Sending, send } from "@/components/files/send";
import type { NewBrandForm } from "./types";

function startOf({
  start,
  color,
  harmony,
  logo,
  picked,
  background,
  file,
  known,
  website,
}: NewBrandForm): Record<string, unknown> {
  switch (start) {
    case "nothing":
      return { kind: "nothing" };
    case "color":
      return { kind: "color", seed: { hex: color, harmony } };
    case "logo":
      return { kind: "logo", background, seed: { hex: picked ?? logo?.findings.hex ?? "", harmony } };
    case "file":
      return { kind: "file", text: file?.text ?? "" };
    case "known":
      return { kind: "known", icon: known?.icon ?? "" };
    case "website":
      return { kind: "website", text: website?.text ?? "", choice: website?.choice };
  }
}

/** Sends what was entered to the route that makes brands; a refusal may name the field at fault. */
export function createBrand(
  url: string,
  { name, slug, form }: { name: string; slug: string; form: NewBrandForm },
): Promise<Sending<{ slug: string }>> {
  const body = new FormData();
  body.set("brand", JSON.stringify({ name, slug, start: startOf(form) }));
  if (form.start === "logo" && form.logo) body.set("logo", form.logo.file);
  return send(url, body);
}
