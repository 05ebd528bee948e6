"use client";

import { useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { FormMessage } from "@/components/ui/form-message";
import { LiveRegion } from "@/components/ui/live-region";
import { reached, UNREACHABLE } from "@/components/ui/reached";
import { Table } from "@/components/ui/table";
import type { FormResult } from "@/lib/actions/form-result";
import type { DecodedToken } from "@/lib/federation";
import { describeClaims } from "./claim-words";
import { Countdown } from "./countdown";
import { type ExchangeAnswer, exchange, exchangeSample } from "./exchange";

/** A token that was minted to look at, and what it says. */
export type TestToken = DecodedToken & { token: string; lifetimeSeconds: number };

export type MintTestToken = () => Promise<FormResult<TestToken>>;

type Step<Data> = { data: Data | null; problem: string };
const NOTHING = { data: null, problem: "" };

type FederationLabProps = { baseUrl: string; mint: MintTestToken };

/** Mints a token for the person in front of it, shows what it says, and exchanges it as a tool's back end would. */
export function FederationLab({ baseUrl, mint }: FederationLabProps) {
  const [minted, setMinted] = useState<Step<TestToken>>(NOTHING);
  const [exchanged, setExchanged] = useState<Step<ExchangeAnswer>>(NOTHING);
  const [minting, startMinting] = useTransition();
  const [exchanging, startExchanging] = useTransition();
  const token = minted.data;

  const mintToken = () =>
    startMinting(async () => {
      const result = await reached(mint);
      setMinted({
        data: result.status === "ok" ? result.data : null,
        problem: result.status === "error" ? result.message : "",
      });
      setExchanged(NOTHING);
    });
  const exchangeToken = ({ token }: TestToken) =>
    startExchanging(async () => {
      const answer = await exchange(token).catch(() => null);
      setExchanged({ data: answer, problem: answer ? "" : UNREACHABLE });
    });

  return (
    <div className="flex flex-col gap-5">
      <Card
        title="1. Mint"
        description="For you, in this brand, from your present session."
        actions={
          <Button variant={token ? "secondary" : "primary"} pending={minting} onClick={mintToken}>
            {token ? "Mint another" : "Mint a test token"}
          </Button>
        }
      >
        <FormMessage>{minted.problem}</FormMessage>
        <LiveRegion message={token && !minting ? "A token was minted" : ""} />
        {token ? <MintedToken key={token.token} token={token} /> : <p className="text-muted">Nothing minted yet.</p>}
      </Card>
      <Card
        title="2. Exchange"
        description="What a tool’s back end learns of you when it hands the token in."
        actions={
          <Button
            variant={token && !exchanged.data ? "primary" : "secondary"}
            pending={exchanging}
            disabledReason={token ? null : "Mint a token first."}
            onClick={() => token && exchangeToken(token)}
          >
            Exchange it
          </Button>
        }
      >
        <div className="flex flex-col gap-4">
          <FormMessage>{exchanged.problem}</FormMessage>
          <LiveRegion message={exchanged.data ? `The hub answered ${statusName(exchanged.data)}` : ""} />
          {exchanged.data ? (
            <CodeBlock label={statusName(exchanged.data)} code={JSON.stringify(exchanged.data.body, null, 2)} />
          ) : (
            <p className="text-muted">Nothing exchanged yet.</p>
          )}
          {token ? <CodeBlock label="The same with curl" code={exchangeSample(baseUrl, token.token)} /> : null}
        </div>
      </Card>
    </div>
  );
}

const STATUS_NAMES: Record<number, string> = { 200: "OK", 401: "Unauthorized", 429: "Too Many Requests" };

const statusName = ({ status }: ExchangeAnswer) => `${status} ${STATUS_NAMES[status] ?? ""}`.trim();

function MintedToken({ token }: { token: TestToken }) {
  return (
    <div className="flex flex-col gap-4">
      <Countdown lifetimeSeconds={token.lifetimeSeconds} />
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
