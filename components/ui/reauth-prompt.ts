/** Asks the person to re-authenticate. Resolves to true once they have. */
type AskToReauthenticate = () => Promise<boolean>;

let asker: AskToReauthenticate | null = null;

/** Registers the page's re-authentication dialog. Returns the function that unregisters it. */
export function registerReauthPrompt(ask: AskToReauthenticate): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** Resolves to false if there is no dialog or the person cancels. */
export const askToReauthenticate: AskToReauthenticate = async () => (asker ? asker() : false);
