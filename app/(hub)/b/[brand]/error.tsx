"use client";

// A page of the brand that failed; the frame around it stays.
export { FailedPage as default } from "@/components/ui/failed-page";
