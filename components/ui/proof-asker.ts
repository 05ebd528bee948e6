/** Asks the person to prove again who they are; true once they have. */
type AskForProof = () => Promise<boolean>;

let asker: AskForProof | null = null;

/** Has this answer from now on, for every action of the page, whether the person has proved again who they are; gives how to stop. */
export function answerProofsWith(ask: AskForProof): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** True once the person has proved again who they are; false where nobody can ask or they would not. */
export const askForProof: AskForProof = async () => (asker ? asker() : false);
