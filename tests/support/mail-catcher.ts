import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { listen } from "./listen";

/** A mail as it reached the catcher: whom the envelope names, and what the message says. */
export interface CaughtMail {
  envelope: { from: string; to: string[] };
  raw: string;
  message: Email;
}

export interface MailCatcher {
  /** For `SMTP_URL`. */
  url: string;
  caught: CaughtMail[];
  /** The newest mail to the email with this in its subject. */
  mailTo: (email: string, subject: string) => Promise<CaughtMail>;
  /** The path of the newest link below `below` in a mail to the email, once there were `count` such mails. */
  pathTo: (email: string, below: string, count?: number) => Promise<string>;
  close: () => Promise<void>;
}

const pathIn = ({ message }: CaughtMail, below: string): string | undefined =>
  new RegExp(`https?://[^\\s/]+(${below}/[A-Za-z0-9_-]{43})`).exec(message.text ?? "")?.[1];

/** A real SMTP server on loopback that keeps what it is given; `options` change how it answers. */
export async function createMailCatcher(options: SMTPServerOptions = {}): Promise<MailCatcher> {
  const waiting = new Set<() => void>();
  const caught: CaughtMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const raw = Buffer.concat(chunks).toString();
      caught.push({
        envelope: {
          from: envelope.mailFrom ? envelope.mailFrom.address : "",
          to: envelope.rcptTo.map(({ address }) => address),
        },
        raw,
        message: await PostalMime.parse(raw),
      });
      done();
      for (const look of [...waiting]) look();
    },
    ...options,
  });
  // A client that hangs up on purpose must not end the test's process.
  smtp.on("error", () => {});
  const { port, close } = await listen(smtp.server);

  /** What the newest mail to the email gives, of those that give anything, once there are so many. */
  const newest = <Found>(email: string, read: (mail: CaughtMail) => Found | undefined, count: number) =>
    new Promise<Found>((resolve) => {
      const look = () => {
        const mine = caught.filter(({ envelope }) => envelope.to.includes(email));
        const found = mine.flatMap((mail) => read(mail) ?? []);
        const last = found.at(-1);
        if (last === undefined || found.length < count) return;
        waiting.delete(look);
        resolve(last);
      };
      waiting.add(look);
      look();
    });
  return {
    url: `smtp://127.0.0.1:${port}`,
    caught,
    mailTo: (email, subject) =>
      newest(email, (mail) => (mail.message.subject?.includes(subject) ? mail : undefined), 1),
    pathTo: (email, below, count = 1) => newest(email, (mail) => pathIn(mail, below), count),
    close,
  };
}
