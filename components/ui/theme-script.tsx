/** Contains no quotes or angle brackets, which React would escape. The key is next-themes' own. */
const script =
  "try{const t=localStorage.getItem(`theme`);if(t===`dark`||t===`light`)document.documentElement.dataset.theme=t}catch{}";

/**
 * Sets the theme while the head is parsed. ThemeProvider's script is in the body, where a slow stylesheet lets the
 * browser paint before it. Without a choice the stylesheet follows the system.
 */
export function ThemeScript({ nonce }: { nonce?: string }) {
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {script}
    </script>
  );
}
