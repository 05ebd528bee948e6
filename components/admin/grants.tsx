"use client";

import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useOptimistic,
  useRef,
  useState,
  useTransition,
} from "react";
import { Button, SubmitButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog, DialogClose, DialogFooter, useDialogSteps } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { useAction } from "@/components/ui/hooks";
import { Progress } from "@/components/ui/progress";
import { reached } from "@/components/ui/reached";
import { SearchInput } from "@/components/ui/search-field";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast-context";
import type { GrantForecast, GrantToMany } from "@/lib/integrations";
import { counted } from "@/lib/platform/text";
import type { FormResult } from "@/lib/web/actions/form-result";

type GrantKey = { brandId: string; toolSlug: string };

type GrantBox = GrantKey & { brandName: string; toolName: string };

type GrantActions = { grant: (key: GrantKey) => Promise<FormResult>; revoke: (key: GrantKey) => Promise<FormResult> };

const GrantContext = createContext<(GrantActions & { askToRevoke: (box: GrantBox) => void }) | null>(null);

export function Grants({ actions, children }: { actions: GrantActions; children: ReactNode }) {
  const { step: box, open: askToRevoke, onOpenChange } = useDialogSteps<GrantBox>();
  return (
    <GrantContext value={{ ...actions, askToRevoke }}>
      {children}
      {box ? (
        <ConfirmDialog
          open
          onOpenChange={onOpenChange}
          title={`Remove ${box.brandName}’s access to ${box.toolName}?`}
          effect={`${box.toolName} gets a 403 for this brand from its next request. Its subscription and any webhook URL set for this brand are removed. Pending deliveries are cancelled.`}
          confirmLabel="Remove access"
          act={() => actions.revoke({ brandId: box.brandId, toolSlug: box.toolSlug })}
          onOk={`${box.brandName} can no longer use ${box.toolName}`}
        />
      ) : null}
    </GrantContext>
  );
}

/** Grants access when ticked. Asks for confirmation before removing it. */
export function GrantCheckbox({ box, granted }: { box: GrantBox; granted: boolean }) {
  const grants = useContext(GrantContext);
  if (!grants) throw new Error("GrantCheckbox needs Grants above it");
  const [shown, show] = useOptimistic(granted);
  const { run } = useAction();
  const key = { brandId: box.brandId, toolSlug: box.toolSlug };
  const change = (next: boolean) => {
    if (!next) return grants.askToRevoke(box);
    run(() => {
      show(true);
      return grants.grant(key);
    }, `${box.brandName} can now use ${box.toolName}`);
  };
  return <Checkbox label={`${box.toolName} for ${box.brandName}`} hideLabel checked={shown} onCheckedChange={change} />;
}

type ManyActions = {
  forecast: (many: GrantToMany) => Promise<FormResult<GrantForecast>>;
  changeMany: (
    many: GrantToMany,
    after: string | null,
  ) => Promise<FormResult<{ changed: number; after: string | null }>>;
};

type GrantManyProps = { tools: readonly { slug: string; name: string }[]; search: string; actions: ManyActions };

type Preview = { many: GrantToMany; toolName: string; forecast: GrantForecast };

const brandsText = (count: number) => counted(count, "brand");

/** Grants or removes a tool for all matching brands on all pages, after showing how many. */
export function GrantMany({ tools, search, actions }: GrantManyProps) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [message, setMessage] = useState("");
  const [pending, startTransition] = useTransition();
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const toolSlug = String(form.get("tool"));
    const many = { toolSlug, search: String(form.get("brands")).trim(), on: form.get("act") === "grant" };
    startTransition(async () => {
      const result = await reached(() => actions.forecast(many));
      if (result.status === "error") return setMessage(result.message);
      setMessage("");
      const toolName = tools.find(({ slug }) => slug === toolSlug)?.name ?? toolSlug;
      setPreview({ many, toolName, forecast: result.data });
    });
  };
  return (
    <form onSubmit={ask} className="flex flex-col gap-4">
      <div className="grid items-end gap-3 sm:flex sm:flex-wrap sm:[&>div]:w-52">
        <Field label="Action">
          <Select
            name="act"
            options={[
              { value: "grant", label: "Grant access" },
              { value: "revoke", label: "Remove access" },
            ]}
          />
        </Field>
        <Field label="Tool">
          <Select name="tool" options={tools.map(({ slug, name }) => ({ value: slug, label: name }))} />
        </Field>
        <Field label="Matching brands">
          <SearchInput key={search} name="brands" defaultValue={search} placeholder="All brands" />
        </Field>
        <SubmitButton variant="secondary" pending={pending} pendingLabel="Counting…">
          Preview changes
        </SubmitButton>
      </div>
      <FormMessage>{message}</FormMessage>
      {preview ? <ManyDialog {...preview} changeMany={actions.changeMany} onClose={() => setPreview(null)} /> : null}
    </form>
  );
}

type ManyDialogProps = Preview & { changeMany: ManyActions["changeMany"]; onClose: () => void };

/** Changes the brands batch by batch and shows progress. After a failure or a stop it can continue. */
function ManyDialog({ many, toolName, forecast, changeMany, onClose }: ManyDialogProps) {
  const [done, setDone] = useState(0);
  const [running, setRunning] = useState(false);
  const [message, setMessage] = useState("");
  const after = useRef<string | null>(null);
  const stopping = useRef(false);
  const toast = useToast();
  const { matching, changing } = forecast;
  const run = async () => {
    setRunning(true);
    setMessage("");
    stopping.current = false;
    let total = done;
    for (;;) {
      const result = await reached(() => changeMany(many, after.current));
      if (result.status === "error") {
        setMessage(`${result.message} ${brandsText(total)} changed so far.`);
        return setRunning(false);
      }
      total += result.data.changed;
      setDone(total);
      after.current = result.data.after;
      if (after.current === null) break;
      if (stopping.current) {
        setMessage(`Stopped. ${brandsText(total)} changed so far.`);
        return setRunning(false);
      }
    }
    onClose();
    const title = many.on
      ? `${toolName} granted to ${brandsText(total)}`
      : `${toolName} removed from ${brandsText(total)}`;
    toast({ tone: "success", title });
  };
  const which = many.search
    ? `${brandsText(matching)} ${matching === 1 ? "matches" : "match"} “${many.search}”`
    : `Applies to ${brandsText(matching)}`;
  const rest = matching - changing;
  const effect = many.on
    ? "If the tool has a default webhook URL, each brand is subscribed to it."
    : "The tool gets a 403 for these brands from its next request. Their subscriptions and own webhook URLs are removed. Pending deliveries are cancelled.";
  const begun = running || done > 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      dismissible={!running}
      title={
        many.on ? `Grant ${toolName} to ${brandsText(changing)}?` : `Remove ${toolName} from ${brandsText(changing)}?`
      }
      description={`${which}${rest > 0 ? `, ${brandsText(rest)} unchanged` : ""}. ${changing > 0 ? effect : "Nothing to change."}`}
    >
      <div className="flex flex-col gap-4">
        {begun ? (
          <Progress
            label="Brands"
            value={done}
            max={changing}
            valueText={`${done.toLocaleString("en")} of ${changing.toLocaleString("en")}`}
          />
        ) : null}
        <FormMessage>{message}</FormMessage>
        <DialogFooter>
          {running ? (
            <Button
              onClick={() => {
                stopping.current = true;
              }}
            >
              Stop
            </Button>
          ) : (
            <DialogClose>{begun || changing === 0 ? "Close" : "Cancel"}</DialogClose>
          )}
          {changing > 0 ? (
            <Button variant={many.on ? "primary" : "danger"} pending={running} onClick={run}>
              {begun ? "Continue" : many.on ? "Grant access" : "Remove access"}
            </Button>
          ) : null}
        </DialogFooter>
      </div>
    </Dialog>
  );
}
