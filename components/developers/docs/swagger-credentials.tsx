"use client";

import { type FormEvent, Fragment, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { CREDENTIALS, type Credential } from "@/lib/contract";

/** Security schemes as Swagger UI keeps them. */
type Schemes = { entrySeq: () => Iterable<[name: Credential, schema: unknown]> };

/** What Swagger UI hands to the place where credentials are entered, as far as this one uses it. */
type CredentialsProps = {
  authSelectors: {
    shownDefinitions: () => { valueSeq: () => Iterable<Schemes> };
    authorized: () => { has: (name: string) => boolean };
  };
  authActions: {
    showDefinitions: (shown: false) => void;
    authorize: (entered: Record<string, { name: string; schema: unknown; value: string }>) => void;
    logout: (names: string[]) => void;
  };
};

/** Every credential that what was opened takes, in a dialog of the hub's own; each is one field of one form. */
export function CredentialsDialog({ authSelectors, authActions }: CredentialsProps) {
  const [problem, setProblem] = useState("");
  const schemes = [...authSelectors.shownDefinitions().valueSeq()].flatMap((shown) => [...shown.entrySeq()]);
  const inUse = schemes.map(([name]) => name).filter((name) => authSelectors.authorized().has(name));
  const close = () => authActions.showDefinitions(false);

  const use = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const entered = schemes.flatMap(([name, schema]) => {
      const value = String(form.get(name)).trim();
      return value ? [[name, { name, schema, value }] as const] : [];
    });
    if (entered.length === 0) return setProblem("Enter a credential, or cancel.");
    authActions.authorize(Object.fromEntries(entered));
    close();
  };
  const forget = () => {
    authActions.logout(inUse);
    close();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title="Credentials"
      description="They stay on this page, and are gone when you leave it."
      size="md"
    >
      <form onSubmit={use} className="flex flex-col gap-4">
        <FormMessage>{problem}</FormMessage>
        {schemes.map(([name]) => (
          <Field
            key={name}
            label={CREDENTIALS[name].title}
            hint={withCode(CREDENTIALS[name].description)}
            aside={inUse.includes(name) ? "In use" : null}
          >
            <Input
              name={name}
              type="password"
              mono
              autoComplete="off"
              placeholder={inUse.includes(name) ? "Enter another to replace it" : undefined}
            />
          </Field>
        ))}
        <DialogFooter>
          {inUse.length > 0 ? (
            <Button variant="ghost" onClick={forget}>
              Forget what is in use
            </Button>
          ) : null}
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="primary">
            Use for requests
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** Text whose parts between back ticks are code. */
const withCode = (text: string) =>
  text
    .split("`")
    .map((part, index) => (
      <Fragment key={part}>{index % 2 === 1 ? <code className="font-mono">{part}</code> : part}</Fragment>
    ));
