import type { ComponentProps } from "react";
import { TwoFactor } from "@/components/two-factor/two-factor";
import {
  addPasskey,
  beginApp,
  confirmApp,
  createRegistrationChallenge,
  makeCodes,
  removeApp,
  removePasskey,
  renamePasskey,
} from "./actions";

const ACTIONS = {
  addPasskey,
  createRegistrationChallenge,
  beginApp,
  confirmApp,
  makeCodes,
  removeApp,
  removePasskey,
  renamePasskey,
};

export function OwnTwoFactor(props: Omit<ComponentProps<typeof TwoFactor>, "actions">) {
  return <TwoFactor {...props} actions={ACTIONS} />;
}
