/** Keeps a modal open when the press that would close it lands on a toast, also on one that this very press has removed. */
export function keepOpenForToasts(event: { target: EventTarget | null; preventDefault: () => void }): void {
  if (event.target instanceof Element && event.target.closest("[data-toast]")) event.preventDefault();
}
