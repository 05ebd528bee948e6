/** Without quotes or angle brackets, so that React's escaping leaves it as it is. The key is next-themes' own. */
const script =
  "try{const t=localStorage.getItem(`theme`);if(t===`dark`||t===`light`)document.documentElement.dataset.theme=t}catch{}";

/**
 * Sets the chosen theme while the head is parsed. ThemeProvider's own script stands in the body, where a slow stylesheet lets the
 * browser paint before it; here nothing can be painted yet. Without a choice the stylesheet follows the system by itself.
 */
export function ThemeScript({ nonce }: { nonce?: string }) {
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {script}
    </script>
  );
}
