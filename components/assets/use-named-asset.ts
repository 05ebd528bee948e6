import { useEffect } from "react";

/** Opens the asset that the URL names, `#assets.<id>`, on whichever page of the list it stands. */
export function useNamedAsset(open: (id: string) => void): void {
  useEffect(() => {
    const look = () => {
      const [, id] = window.location.hash.split("#assets.");
      if (id) open(id);
    };
    look();
    window.addEventListener("hashchange", look);
    return () => window.removeEventListener("hashchange", look);
  }, [open]);
}
