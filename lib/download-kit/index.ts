export type { DownloadKit } from "./open-kit";
