import type { ComponentProps } from "react";
import { TwoStep } from "@/components/two-step/two-step";
import {
  addPasskey,
  beginApp,
  confirmApp,
  createRegistrationChallenge,
  makeCodes,
  removeApp,
  removePasskey,
  renamePasskey,
} from "./two-step-actions";

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

export function OwnTwoStep(props: Omit<ComponentProps<typeof TwoStep>, "actions">) {
  return <TwoStep {...props} actions={ACTIONS} />;
}
