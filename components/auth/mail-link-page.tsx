import { MailX } from "lucide-react";
import type { ReactNode } from "react";
import { Card, CenteredPage } from "@/components/ui/card";
import { EmptyState, Notice } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/text";

export function QuestionPage({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <CenteredPage>
      <div className="mb-6 text-center">
        <h1 className="text-balance font-semibold text-[1.375rem] leading-8 tracking-[-0.015em]">{title}</h1>
        {text ? <p className="mt-1 text-balance text-muted wrap-anywhere">{text}</p> : null}
      </div>
      <Card>{children}</Card>
    </CenteredPage>
  );
}

export function EndedLink({ text, href, link }: { text: string; href: string; link: string }) {
  return (
    <CenteredPage>
      <EmptyState
        level={1}
        icon={<MailX />}
        title="This link no longer works"
        action={
          <LinkButton href={href} variant="primary">
            {link}
          </LinkButton>
        }
      >
        {text}
      </EmptyState>
    </CenteredPage>
  );
}

/** Says how to read mails on a demo hub that stores them. Renders nothing if mails are sent. */
export function KeptMails({ readBy }: { readBy: string | null }) {
  return readBy ? (
    <Notice className="mt-4" title="This is a demo">
      It doesn’t send mail. Run <code className="font-mono">{readBy}</code> in its folder to read the messages.
    </Notice>
  ) : null;
}
