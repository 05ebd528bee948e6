import { config } from "zod";

/** zod would try whether it may evaluate text, which the content policy forbids and notes as a breach of it. */
config({ jitless: true });
