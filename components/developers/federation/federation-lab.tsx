"use client";

import { useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { FormMessage } from "@/components/ui/form-message";
import { Table } from "@/components/ui/table";
import type { FederatedUser } from "@/lib/federation";
import type { FormResult } from "@/lib/forms";
import { describeClaims } from "./claim-words";
import { Countdown } from "./countdown";
import type { ExchangeTestToken, MintTestToken, TestToken } from "./types";

const UNREACHABLE = "The hub could not be reached. Check your connection and try again.";

/** Runs an action and keeps either what it gave or the sentence it refused with. */
function useAttempt<Data>() {
  const [data, setData] = useState<Data | null>(null);
  const [problem, setProblem] = useState("");
  const [pending, startTransition] = useTransition();
  const run = (act: () => Promise<FormResult<Data>>) =>
    startTransition(async () => {
      const result = await act().catch(() => ({ status: "error" as const, message: UNREACHABLE }));
      setData(result.status === "ok" ? result.data : null);
      setProblem(result.status === "error" ? result.message : "");
    });
  const clear = () => {
    setData(null);
    setProblem("");
  };
  return { data, problem, pending, run, clear };
}

type FederationLabProps = { mint: MintTestToken; exchange: ExchangeTestToken };

/** Mints a token for the person in front of it, shows what it says, and exchanges it as a tool's back end would. */
export function FederationLab({ mint, exchange }: FederationLabProps) {
  const minted = useAttempt<TestToken>();
  const exchanged = useAttempt<FederatedUser>();
  const token = minted.data;
  const mintAnother = () => {
    exchanged.clear();
    minted.run(mint);
  };
  return (
    <div className="flex flex-col gap-5">
      <Card
        title="1. Mint"
        description="For you, in this brand, from your present session."
        actions={
          <Button variant={token ? "secondary" : "primary"} pending={minted.pending} onClick={mintAnother}>
            {token ? "Mint another" : "Mint a test token"}
          </Button>
        }
      >
        <FormMessage>{minted.problem}</FormMessage>
        {token ? <MintedToken key={token.token} token={token} /> : null}
      </Card>
      <Card
        title="2. Exchange"
        description="What a tool’s back end learns of you when it hands the token in."
        actions={
          <Button
            pending={exchanged.pending}
            disabledReason={token ? null : "Mint a token first."}
            onClick={() => token && exchanged.run(() => exchange(token.token))}
          >
            Exchange it
          </Button>
        }
      >
        <FormMessage title={exchanged.problem ? "401 unauthorized" : undefined}>{exchanged.problem}</FormMessage>
        {exchanged.data ? <Exchanged user={exchanged.data} /> : null}
      </Card>
    </div>
  );
}

function MintedToken({ token }: { token: TestToken }) {
  return (
    <div className="flex flex-col gap-4">
      <Countdown expiresAtSeconds={token.expiresAtSeconds} />
      <CodeBlock label="Federation token" code={token.token} />
      <CodeBlock label="Header, decoded" code={JSON.stringify(token.header, null, 2)} />
      <div className="overflow-clip rounded-lg border border-line">
        <Table
          caption="Claims, decoded"
          showCaption
          className="pt-3"
          rows={describeClaims(token.claims)}
          rowKey={({ name }) => name}
          columns={[
            {
              key: "name",
              header: "Claim",
              rowHeader: true,
              cell: ({ name }) => <code className="font-mono text-[0.8125rem]">{name}</code>,
            },
            {
              key: "value",
              header: "Value",
              cell: ({ value }) => <code className="font-mono text-[0.8125rem] wrap-anywhere">{value}</code>,
            },
            { key: "meaning", header: "Meaning", cell: ({ meaning }) => <span className="text-muted">{meaning}</span> },
          ]}
        />
      </div>
    </div>
  );
}

function Exchanged({ user }: { user: FederatedUser }) {
  const { userId, brandId, role, entitlements } = user;
  const answer = { user_id: userId, brand_id: brandId, role, entitlements };
  return <CodeBlock label="200 OK" code={JSON.stringify(answer, null, 2)} />;
}
