"use client";

// Keeps the brand's frame when a page fails.
export { FailedPage as default } from "@/components/ui/failed-page";
