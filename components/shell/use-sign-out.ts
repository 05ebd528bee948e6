"use client";

import { useState } from "react";
import { signOut } from "@/components/auth/next-auth-client";
import { UNREACHABLE } from "@/components/ui/reached";
import { useToast } from "@/components/ui/toast-context";
import { useLeaveGuard } from "./leave-guard";
import { forgetVisits } from "./recents";

/** Signs this browser out after asking about unsaved edits. */
export function useSignOut() {
  const showToast = useToast();
  const { leave } = useLeaveGuard();
  const [signingOut, setSigningOut] = useState(false);
  async function run() {
    setSigningOut(true);
    const outcome = await signOut("/sign-in").catch(() => null);
    if (outcome?.error === null) {
      forgetVisits();
      return window.location.assign(outcome.url);
    }
    setSigningOut(false);
    showToast({
      title: "Sign-out failed",
      description: UNREACHABLE,
      tone: "danger",
    });
  }
  return { signOut: () => leave(() => void run()), signingOut };
}
