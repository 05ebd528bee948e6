import { Compass } from "lucide-react";
import type { Metadata } from "next";
import { CenteredPage } from "@/components/ui/centered-page";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";

export const metadata: Metadata = { title: "Not found" };

/** What an unknown URL, or one the reader may not see, answers. */
export default function NotFound() {
  return (
    <CenteredPage>
      <EmptyState
        level={1}
        title="There is no such page"
        icon={<Compass />}
        action={
          <LinkButton href="/" variant="primary">
            Go to the start
          </LinkButton>
        }
      >
        The URL may be mistyped, or it leads to something that was removed or isn’t shared with you.
      </EmptyState>
    </CenteredPage>
  );
}
