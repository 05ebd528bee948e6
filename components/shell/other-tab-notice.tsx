"use client";

import { X } from "lucide-react";
import { ContentText } from "@/components/ui/content-text";
import { IconButton } from "@/components/ui/icon-button";
import { TextLink } from "@/components/ui/text-link";

type OtherTabNoticeProps = {
  elsewhere: { slug: string; name: string };
  /** The brand that this tab stays with. */
  here: string | null;
  onDismiss: () => void;
};

/** Says quietly that the active brand is another one now, and leaves this tab where it is. */
export function OtherTabNotice({ elsewhere, here, onDismiss }: OtherTabNoticeProps) {
  return (
    <section
      aria-label="Active brand"
      className="flex items-center justify-between gap-3 border-line border-b bg-sunken py-1.5 pr-2 pl-5 sm:pl-8"
    >
      <p role="status" className="min-w-0">
        You switched to <ContentText className="font-medium">{elsewhere.name}</ContentText> in another tab.
        {here ? <span className="text-muted"> This one stays with {here}.</span> : null}{" "}
        <TextLink href={`/b/${elsewhere.slug}`}>
          Go to <ContentText>{elsewhere.name}</ContentText>
        </TextLink>
      </p>
      <IconButton size="sm" label="Dismiss" icon={<X />} onClick={onDismiss} />
    </section>
  );
}
