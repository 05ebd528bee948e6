import { handleSignedFile } from "@/lib/http/signed-files";

export {
  handleSignedFile as DELETE,
  handleSignedFile as GET,
  handleSignedFile as HEAD,
  handleSignedFile as OPTIONS,
  handleSignedFile as PATCH,
  handleSignedFile as POST,
  handleSignedFile as PUT,
};
