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
import { Button } from "@/components/ui/button";
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
import { SubmitButton } from "@/components/ui/submit-button";
import { useToast } from "@/components/ui/toast-context";
import type { GrantForecast, GrantToMany } from "@/lib/integrations";
import type { FormResult } from "@/lib/web/actions/form-result";

type GrantKey = { brandId: string; toolSlug: string };

/** What a box of the grid stands for, in keys and in words. */
type GrantBox = GrantKey & { brandName: string; toolName: string };

type GrantActions = { grant: (key: GrantKey) => Promise<FormResult>; revoke: (key: GrantKey) => Promise<FormResult> };

const GrantContext = createContext<(GrantActions & { askToRevoke: (box: GrantBox) => void }) | null>(null);

/** Holds the question before a revoke, and hands the actions to the boxes below. */
export function Grants({ actions, children }: { actions: GrantActions; children: ReactNode }) {
  const { step: asked, open: askToRevoke, close } = useDialogSteps<GrantBox>();
  const toast = useToast();
  return (
    <GrantContext value={{ ...actions, askToRevoke }}>
      {children}
      {asked ? (
        <ConfirmDialog
          open
          onOpenChange={(next) => !next && close()}
          title={`Take ${asked.toolName} away from ${asked.brandName}?`}
          effect={`${asked.toolName} gets a 403 for this brand from its next request. Its subscription is removed, with a webhook URL set for this brand alone, and what waits to be delivered is cancelled.`}
          confirmLabel="Take away"
          act={() => actions.revoke({ brandId: asked.brandId, toolSlug: asked.toolSlug })}
          onOk={() => toast({ tone: "success", title: `${asked.brandName} no longer has ${asked.toolName}.` })}
        />
      ) : null}
    </GrantContext>
  );
}

/** Grants with a tick; taking the tick away asks first. */
export function GrantCheckbox({ box, granted }: { box: GrantBox; granted: boolean }) {
  const grants = useContext(GrantContext);
  if (!grants) throw new Error("GrantCheckbox needs Grants above it");
  const [shown, show] = useOptimistic(granted);
  const { run } = useAction();
  const toast = useToast();
  const key = { brandId: box.brandId, toolSlug: box.toolSlug };
  const change = (next: boolean) => {
    if (!next) return grants.askToRevoke(box);
    run(
      () => {
        show(true);
        return grants.grant(key);
      },
      () => toast({ tone: "success", title: `${box.brandName} may use ${box.toolName}.` }),
    );
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

type Asked = { many: GrantToMany; toolName: string; forecast: GrantForecast };

const brandsText = (count: number) => (count === 1 ? "1 brand" : `${count.toLocaleString("en")} brands`);

/** Gives a tool to all brands that match, or takes it away, over all pages: how many that are is said before. */
export function GrantMany({ tools, search, actions }: GrantManyProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
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
      setAsked({ many, toolName, forecast: result.data });
    });
  };
  return (
    <form onSubmit={ask} className="flex flex-col gap-4">
      <div className="grid items-end gap-3 sm:flex sm:flex-wrap sm:[&>div]:w-52">
        <Field label="What to do">
          <Select
            name="act"
            options={[
              { value: "grant", label: "Grant" },
              { value: "revoke", label: "Take away" },
            ]}
          />
        </Field>
        <Field label="Tool">
          <Select name="tool" options={tools.map(({ slug, name }) => ({ value: slug, label: name }))} />
        </Field>
        <Field label="Brands that match">
          <SearchInput key={search} name="brands" defaultValue={search} placeholder="Every brand" />
        </Field>
        <SubmitButton variant="secondary" pending={pending} pendingLabel="Counting…">
          Count the brands
        </SubmitButton>
      </div>
      <FormMessage>{message}</FormMessage>
      {asked ? <ManyDialog {...asked} changeMany={actions.changeMany} onClose={() => setAsked(null)} /> : null}
    </form>
  );
}

type ManyDialogProps = Asked & { changeMany: ManyActions["changeMany"]; onClose: () => void };

/** Says how many brands it is about, does it batch by batch, and tells how far it is; what failed in between can be gone on with. */
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
        setMessage(`${result.message} ${brandsText(total)} done so far.`);
        return setRunning(false);
      }
      total += result.data.changed;
      setDone(total);
      after.current = result.data.after;
      if (after.current === null) break;
      if (stopping.current) {
        setMessage(`Stopped. ${brandsText(total)} done so far.`);
        return setRunning(false);
      }
    }
    onClose();
    const title = many.on
      ? `${toolName} is granted to ${brandsText(total)}.`
      : `${toolName} is taken from ${brandsText(total)}.`;
    toast({ tone: "success", title });
  };
  const which = many.search
    ? `${brandsText(matching)} ${matching === 1 ? "matches" : "match"} “${many.search}”`
    : `The hub has ${brandsText(matching)}`;
  const rest = matching - changing;
  const effect = many.on
    ? "Each is subscribed at the tool’s default webhook URL, if it has one."
    : "The tool gets a 403 for each of them from its next request. Their subscriptions are removed, with webhook URLs set for one brand alone, and what waits to be delivered is cancelled.";
  const begun = running || done > 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      dismissible={!running}
      title={
        many.on ? `Grant ${toolName} to ${brandsText(changing)}?` : `Take ${toolName} from ${brandsText(changing)}?`
      }
      description={`${which}${rest > 0 ? `; of ${brandsText(rest)} nothing changes` : ""}. ${changing > 0 ? effect : "There is nothing to do."}`}
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
            <DialogClose>
              <Button>{begun || changing === 0 ? "Close" : "Cancel"}</Button>
            </DialogClose>
          )}
          {changing > 0 ? (
            <Button variant={many.on ? "primary" : "danger"} pending={running} onClick={run}>
              {begun ? "Go on" : many.on ? "Grant" : "Take away"}
            </Button>
          ) : null}
        </DialogFooter>
      </div>
    </Dialog>
  );
}
