"use client";

import { useState } from "react";
import { Details, type DetailsProps } from "./text";

/** The same as `Details`, but renders its content when it is first opened: a page of many forms stays small. */
export function LateDetails({ children, ...rest }: DetailsProps) {
  const [opened, setOpened] = useState(false);
  const look = (details: HTMLDetailsElement | null) => {
    if (details?.open) setOpened(true);
  };
  return (
    <Details {...rest} ref={look} onToggle={(event) => look(event.currentTarget)}>
      {opened ? children : null}
    </Details>
  );
}
