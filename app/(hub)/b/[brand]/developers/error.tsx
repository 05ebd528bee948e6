"use client";

// A separate boundary keeps the tabs usable when a page fails.
export { FailedPage as default } from "@/components/ui/failed-page";
