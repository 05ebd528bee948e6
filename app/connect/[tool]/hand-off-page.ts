import type { HandOff } from "@/lib/integrations";
import { formPostPage } from "./form-post-page";

export const handOffPage = ({ tool, brand, connectUrl, token, expiresAtSeconds }: HandOff, state: string): Response =>
  formPostPage({
    title: `Connecting to ${tool.name}`,
    sentence: `Continue to ${tool.name} with ${brand.name}.`,
    button: `Continue to ${tool.name}`,
    connectUrl,
    fields: { token, expires_at: String(expiresAtSeconds), state },
  });
