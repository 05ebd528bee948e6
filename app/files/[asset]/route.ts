import { handleSignedFile } from "@/lib/api/signed-files";

export {
  handleSignedFile as DELETE,
  handleSignedFile as GET,
  handleSignedFile as HEAD,
  handleSignedFile as OPTIONS,
  handleSignedFile as PATCH,
  handleSignedFile as POST,
  handleSignedFile as PUT,
};
