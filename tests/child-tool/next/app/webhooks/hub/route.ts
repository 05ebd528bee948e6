import { studio } from "../../../studio";

export const POST = (request: Request): Promise<Response> => studio().receive(request);
