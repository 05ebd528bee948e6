import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/moment";
import { Table } from "@/components/ui/table";
import type { DeliveryAttempt } from "@/lib/integrations";
import { errorWords } from "./webhook-texts";

function Outcome({ statusCode, errorClass }: DeliveryAttempt) {
  const accepted = errorClass === null && statusCode !== null && statusCode >= 200 && statusCode < 300;
  return (
    <span className="flex flex-col gap-0.5 max-sm:items-end">
      {statusCode === null ? null : <Badge tone={accepted ? "success" : "danger"}>{`HTTP ${statusCode}`}</Badge>}
      {errorClass === null ? null : (
        <span>
          {errorWords(errorClass)} <code className="font-mono text-[0.8125rem] text-muted">{errorClass}</code>
        </span>
      )}
    </span>
  );
}

export function AttemptTable({ attempts }: { attempts: readonly DeliveryAttempt[] }) {
  return (
    <Table
      caption="Attempts"
      rows={attempts}
      rowKey={({ attempt }) => String(attempt)}
      columns={[
        { key: "attempt", header: "Attempt", rowHeader: true, cell: ({ attempt }) => `No. ${attempt}` },
        {
          key: "time",
          header: "Started",
          cell: ({ startedAt }) => <Moment value={startedAt} />,
        },
        {
          key: "took",
          header: "Took",
          align: "end",
          className: "whitespace-nowrap",
          cell: ({ durationMs }) => `${durationMs.toLocaleString("en")} ms`,
        },
        { key: "outcome", header: "Outcome", cell: (attempt) => <Outcome {...attempt} /> },
        {
          key: "answer",
          header: "Answer",
          className: "max-sm:flex-col max-sm:items-stretch max-sm:text-left!",
          cell: ({ responseExcerpt, webhookUrl, answerShown }) => (
            <span className="flex min-w-0 flex-col gap-1">
              <code className="font-mono text-[0.8125rem] text-muted wrap-anywhere">{webhookUrl}</code>
              {responseExcerpt ? (
                <code className="whitespace-pre-wrap rounded-md bg-sunken px-2 py-1 font-mono text-[0.8125rem] wrap-anywhere">
                  {responseExcerpt}
                </code>
              ) : (
                <span className="text-muted">
                  {answerShown
                    ? "No body"
                    : "None kept: the hub keeps no text from its own machine or a private network"}
                </span>
              )}
            </span>
          ),
        },
      ]}
    />
  );
}
