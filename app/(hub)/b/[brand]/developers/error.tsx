"use client";

// A boundary of its own, so that the tabs above a page that failed go on working.
export { FailedPage as default } from "@/components/ui/failed-page";
