/** Asks the person to re-authenticate. Resolves to true once they have. */
type AskForProof = () => Promise<boolean>;

let asker: AskForProof | null = null;

/** Registers the page's re-authentication dialog. Returns the function that unregisters it. */
export function answerProofsWith(ask: AskForProof): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** Resolves to false if there is no dialog or the person cancels. */
export const askForProof: AskForProof = async () => (asker ? asker() : false);
