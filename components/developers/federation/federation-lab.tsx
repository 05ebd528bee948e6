"use client";

import { useEffect, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Notice } from "@/components/ui/empty-state";
import { FormMessage } from "@/components/ui/field-parts";
import { Progress } from "@/components/ui/progress";
import { reached, UNREACHABLE } from "@/components/ui/reached";
import { LiveRegion } from "@/components/ui/skip-link";
import { Table } from "@/components/ui/table";
import { Code } from "@/components/ui/text";
import type { DecodedToken } from "@/lib/integrations";
import type { FormResult } from "@/lib/web/actions/form-result";

const PATH = "/api/public/federation/exchange";

type ExchangeAnswer = { status: number; body: unknown };

/** Exchanges a token as tools do. It travels in the body, never in a URL. */
async function exchange(token: string): Promise<ExchangeAnswer> {
  const response = await fetch(PATH, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  return { status: response.status, body: await response.json() };
}

const exchangeSample = (baseUrl: string, token: string): string =>
  [
    `curl -s -X POST ${baseUrl}${PATH}`,
    `  -H "Content-Type: application/json"`,
    `  -d '${JSON.stringify({ token })}'`,
  ].join(" \\\n");

const LAST_MINUTE_SECONDS = 60;

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function announcement(seconds: number): string {
  if (seconds === 0) return "Token expired";
  return seconds <= LAST_MINUTE_SECONDS ? "Token expires in less than a minute" : "";
}

/**
 * Counts down from the token's arrival, so a wrong browser clock doesn't matter. Screen readers hear only the last
 * minute and the end.
 */
function Countdown({ lifetimeSeconds }: { lifetimeSeconds: number }) {
  const [seconds, setSeconds] = useState(lifetimeSeconds);
  useEffect(() => {
    const endsAtMs = Date.now() + lifetimeSeconds * 1000;
    const timer = setInterval(() => setSeconds(Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000))), 1000);
    return () => clearInterval(timer);
  }, [lifetimeSeconds]);
  const left = `${clock(seconds)} of ${clock(lifetimeSeconds)}`;
  return (
    <div>
      {seconds > 0 ? (
        <>
          <span role="timer" aria-label="Time left" className="sr-only">
            {left}
          </span>
          <div aria-hidden="true">
            <Progress label="Time left" value={seconds} max={lifetimeSeconds} valueText={left} />
          </div>
        </>
      ) : (
        <Notice tone="danger" title="Expired">
          The hub now rejects this token with 401. Mint a new one.
        </Notice>
      )}
      <LiveRegion message={announcement(seconds)} />
    </div>
  );
}

const WORDS: Record<string, string> = {
  iss: "This hub",
  aud: "Purpose of the token, always federation",
  sub: "User ID",
  brand_id: "The brand the token is for",
  role: "Role at the time of minting. The exchange reads the current one.",
  sid: "Session. Revoking it invalidates the token.",
  auth_time: "Time of sign-in. The token can be renewed for 12 hours after it.",
  iat: "Time of minting",
  exp: "Expiry, 300 seconds after minting",
  jti: "Token ID",
  azp: "The only tool that can exchange the token",
};

const MOMENTS = new Set(["auth_time", "iat", "exp"]);

type Claim = { name: string; value: string; meaning: string };

/** Claims in the token's order. Timestamps are also shown as dates. */
const describeClaims = (claims: Record<string, unknown>): Claim[] =>
  Object.entries(claims).map(([name, value]) => ({
    name,
    value: MOMENTS.has(name) ? `${value} (${new Date(Number(value) * 1000).toISOString()})` : String(value),
    meaning: WORDS[name] ?? "",
  }));

export type TestToken = DecodedToken & { token: string; lifetimeSeconds: number };

export type MintTestToken = () => Promise<FormResult<TestToken>>;

type Step<Data> = { data: Data | null; problem: string };
const NOTHING = { data: null, problem: "" };

export function FederationLab({ baseUrl, mint }: { baseUrl: string; mint: MintTestToken }) {
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
        description="For you, in this brand, from your current session."
        actions={
          <Button variant={token ? "secondary" : "primary"} pending={minting} onClick={mintToken}>
            {token ? "Mint new token" : "Mint test token"}
          </Button>
        }
      >
        <FormMessage>{minted.problem}</FormMessage>
        <LiveRegion message={token && !minting ? "Token minted" : ""} />
        {token ? <MintedToken key={token.token} token={token} /> : <p className="text-muted">No token yet</p>}
      </Card>
      <Card
        title="2. Exchange"
        description="What a tool’s server gets for the token."
        actions={
          token ? (
            <Button
              variant={exchanged.data ? "secondary" : "primary"}
              pending={exchanging}
              onClick={() => exchangeToken(token)}
            >
              Exchange token
            </Button>
          ) : null
        }
      >
        <div className="flex flex-col gap-4">
          <FormMessage>{exchanged.problem}</FormMessage>
          <LiveRegion message={exchanged.data ? `Response: ${statusName(exchanged.data)}` : ""} />
          {exchanged.data ? (
            <CodeBlock label={statusName(exchanged.data)} code={JSON.stringify(exchanged.data.body, null, 2)} />
          ) : (
            <p className="text-muted">No response yet</p>
          )}
          {token ? <CodeBlock label="curl example" code={exchangeSample(baseUrl, token.token)} /> : null}
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
      <CodeBlock label="Decoded header" code={JSON.stringify(token.header, null, 2)} />
      <div className="overflow-clip rounded-lg border border-line">
        <Table
          caption="Decoded claims"
          showCaption
          className="pt-3"
          rows={describeClaims(token.claims)}
          rowKey={({ name }) => name}
          columns={[
            {
              header: "Claim",
              rowHeader: true,
              cell: ({ name }) => <Code>{name}</Code>,
            },
            {
              header: "Value",
              cell: ({ value }) => <Code className="wrap-anywhere">{value}</Code>,
            },
            { header: "Meaning", cell: ({ meaning }) => <span className="text-muted">{meaning}</span> },
          ]}
        />
      </div>
    </div>
  );
}
