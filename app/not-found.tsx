import { Compass } from "lucide-react";
import type { Metadata } from "next";
import { EmptyState } from "@/components/ui/empty-state";
import { CenteredPage } from "@/components/ui/page-header";
import { buttonClass } from "@/components/ui/styles";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <CenteredPage>
      <EmptyState
        level={1}
        title="Page not found"
        icon={<Compass />}
        action={
          // A full load, because the start page needs a wider content policy.
          <a href="/" className={buttonClass({ variant: "primary" })}>
            Go to start page
          </a>
        }
      >
        Check the URL. The page may have been removed, or isn’t shared with you. Looking for the API? Read the{" "}
        <a href="/docs" className="underline underline-offset-3">
          documentation
        </a>
        .
      </EmptyState>
    </CenteredPage>
  );
}
