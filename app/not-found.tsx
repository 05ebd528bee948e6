import { Compass } from "lucide-react";
import type { Metadata } from "next";
import { buttonClass } from "@/components/ui/button-style";
import { EmptyState } from "@/components/ui/empty-state";
import { CenteredPage } from "@/components/ui/page-header";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <CenteredPage>
      <EmptyState
        level={1}
        title="There is no such page"
        icon={<Compass />}
        action={
          // Afresh: the policy of a page outside the hub is narrower than what the hub needs.
          <a href="/" className={buttonClass({ variant: "primary" })}>
            Go to the start
          </a>
        }
      >
        The URL may be mistyped, or it leads to something that was removed or isn’t shared with you. Looking for the
        API? Its{" "}
        <a href="/docs" className="underline underline-offset-3">
          documentation
        </a>{" "}
        is open to everybody.
      </EmptyState>
    </CenteredPage>
  );
}
