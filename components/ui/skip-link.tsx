/** Hidden until focused. The target needs `tabIndex={-1}`. */
export function SkipLink({ href = "#content" }: { href?: string }) {
  return (
    <a
      href={href}
      className="fixed top-2 left-2 z-70 -translate-y-20 rounded-lg bg-solid px-4 py-2 font-medium text-on-solid focus-visible:translate-y-0 focus-visible:shadow-floating"
    >
      Skip to content
    </a>
  );
}
