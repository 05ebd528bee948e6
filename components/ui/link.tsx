"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link that prefetches its page's frame once the pointer reaches it. Next's own sends two requests for each visible
 * link of a page, and again after each action. It never prefetches the page, which Next would show as it was for five
 * minutes.
 */
export function Link({ prefetch = null, onPointerEnter, ...rest }: ComponentProps<typeof NextLink>) {
  const [reached, setReached] = useState(false);
  return (
    <NextLink
      {...rest}
      prefetch={reached ? prefetch : false}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        setReached(true);
      }}
    />
  );
}
