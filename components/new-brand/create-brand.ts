import type { FormResult } from "@/lib/actions/form-result";
import type { NewBrandForm } from "./types";

type Created = Exclude<FormResult<{ slug: string }>, { status: "idle" }>;

const UNREACHABLE: Created = {
  status: "error",
  message: "The hub could not be reached. Nothing is lost: check the network, then try again.",
};

function startOf({ start, color, harmony, logo, picked, ground, file }: NewBrandForm): Record<string, unknown> {
  switch (start) {
    case "nothing":
      return { kind: "nothing" };
    case "color":
      return { kind: "color", seed: { hex: color, harmony } };
    case "logo":
      return { kind: "logo", ground, seed: { hex: picked ?? logo?.findings.hex ?? "", harmony } };
    case "file":
      return { kind: "file", text: file?.text ?? "" };
  }
}

/** Sends what was entered to the route that makes brands. Never throws: whatever fails becomes a sentence, perhaps at a field. */
export async function createBrand(
  url: string,
  { name, slug, form }: { name: string; slug: string; form: NewBrandForm },
): Promise<Created> {
  const body = new FormData();
  body.set("brand", JSON.stringify({ name, slug, start: startOf(form) }));
  if (form.start === "logo" && form.logo) body.set("logo", form.logo.file);
  try {
    const response = await fetch(url, { method: "POST", body });
    return (await response.json()) as Created;
  } catch {
    return UNREACHABLE;
  }
}
