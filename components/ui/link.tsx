"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link that prefetches its page's frame while the pointer or the focus is on it. Next's own sends two requests for
 * each visible link of a page, and again after each action. It never prefetches the page, which Next would show as it
 * was for five minutes.
 */
export function Link({ prefetch = null, ...props }: ComponentProps<typeof NextLink>) {
  const [reached, setReached] = useState(false);
  const then =
    <Event,>(handler: ((event: Event) => void) | undefined, isReached: boolean) =>
    (event: Event) => {
      handler?.(event);
      setReached(isReached);
    };
  return (
    <NextLink
      {...props}
      prefetch={reached ? prefetch : false}
      onPointerEnter={then(props.onPointerEnter, true)}
      onPointerLeave={then(props.onPointerLeave, false)}
      onFocus={then(props.onFocus, true)}
      onBlur={then(props.onBlur, false)}
    />
  );
}
