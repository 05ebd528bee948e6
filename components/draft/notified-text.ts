/** Who hears of a version just published. */
export function notifiedText(tools: number): string {
  if (tools === 0) return "No tool is subscribed yet.";
  return `${tools} ${tools === 1 ? "tool" : "tools"} will be notified within a minute.`;
}
