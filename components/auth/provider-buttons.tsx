"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { FormMessage } from "@/components/ui/field-parts";
import { signInElsewhere } from "./next-auth-client";

type ProviderButtonsProps = { providers: { id: string; name: string; icon: ReactNode }[]; callbackUrl: string };

export function ProviderButtons({ providers, callbackUrl }: ProviderButtonsProps) {
  const [leaving, setLeaving] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);

  async function leaveFor(id: string, name: string) {
    setLeaving(id);
    setFailed(null);
    const outcome = await signInElsewhere(id, callbackUrl).catch(() => null);
    if (outcome?.error === null) return window.location.assign(outcome.url);
    setLeaving(null);
    setFailed(`Can’t reach ${name}. Try again in a minute.`);
  }

  return (
    <div className="flex flex-col gap-2">
      {providers.map(({ id, name, icon }) => (
        <Button key={id} icon={icon} pending={leaving === id} className="w-full" onClick={() => leaveFor(id, name)}>
          Continue with {name}
        </Button>
      ))}
      <FormMessage>{failed}</FormMessage>
    </div>
  );
}
