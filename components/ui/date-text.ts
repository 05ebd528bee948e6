const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const dayAndTime = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });

/** "14 Mar 2026", in UTC: server and browser write the same. */
export const dateText = (moment: Date): string => day.format(moment);

/** "14 Mar 2026, 09:26:53 UTC". */
export const momentText = (moment: Date): string => `${dayAndTime.format(moment)} UTC`;
