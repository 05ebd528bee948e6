import { Badge } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/icon-button";
import { DescriptionList } from "@/components/ui/text";
import type { SecretVariable, ToolSecrets } from "@/lib/platform/config/tool-secrets";

export function CredentialsBadge({ count }: { count: number }) {
  if (count === 0) return <Badge tone="warning">None</Badge>;
  return <Badge tone="success">{`${count} active`}</Badge>;
}

function SecretBadge({ count }: SecretVariable) {
  if (count === 0) return <Badge>Not set</Badge>;
  return <Badge tone="success">{count === 1 ? "Set" : `${count} set, rotating`}</Badge>;
}

function Variable({ variable, meaning }: { variable: SecretVariable; meaning: string }) {
  return (
    <div>
      <p className="flex flex-wrap items-center gap-2">
        <code className="font-mono text-[0.8125rem] wrap-anywhere">{variable.name}</code>
        <CopyButton value={variable.name} label={`Copy ${variable.name}`} />
        <SecretBadge {...variable} />
      </p>
      <p className="mt-0.5 text-muted">{meaning}</p>
    </div>
  );
}

export function SecretList({ secrets }: { secrets: ToolSecrets }) {
  return (
    <DescriptionList
      items={[
        {
          term: "App token",
          value: <Variable variable={secrets.appToken} meaning="The tool calls the hub with it." />,
        },
        {
          term: "Webhook secret",
          value: (
            <Variable
              variable={secrets.webhook}
              meaning="The hub signs webhooks with it. Use whsec_ followed by the output of “openssl rand -base64 33”."
            />
          ),
        },
      ]}
    />
  );
}
